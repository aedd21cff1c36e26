# Installs tesujid.service with the paths of the prefix, and tesujid.conf unless
# there is one already. Run by `cmake --install`; file(INSTALL) obeys DESTDIR.
if(NOT IS_ABSOLUTE "${bin_dir}")
	set(bin_dir "${CMAKE_INSTALL_PREFIX}/${bin_dir}")
endif()
if(NOT IS_ABSOLUTE "${sysconf_dir}")
	if(CMAKE_INSTALL_PREFIX MATCHES "^/(usr)?/?$")
		set(sysconf_dir "/${sysconf_dir}") # /usr/etc is no place (as in GNUInstallDirs)
	else()
		set(sysconf_dir "${CMAKE_INSTALL_PREFIX}/${sysconf_dir}")
	endif()
endif()

file(READ "${source}/systemd/tesujid.service" unit)
string(REPLACE "/usr/bin/tesujid" "${bin_dir}/tesujid" unit "${unit}")
string(REPLACE "/etc/tesujid/" "${sysconf_dir}/tesujid/" unit "${unit}")
file(WRITE "${scratch}/tesujid.service" "${unit}")
file(INSTALL "${scratch}/tesujid.service" DESTINATION "${CMAKE_INSTALL_PREFIX}/${unit_dir}")

set(conf "$ENV{DESTDIR}${sysconf_dir}/tesujid/tesujid.conf")
if(EXISTS "${conf}")
	file(INSTALL "${source}/tesujid.conf" DESTINATION "${sysconf_dir}/tesujid"
		RENAME tesujid.conf.new)
	message(STATUS "Kept:       ${conf} (the current one is beside it, .new)")
else()
	file(INSTALL "${source}/tesujid.conf" DESTINATION "${sysconf_dir}/tesujid")
endif()
