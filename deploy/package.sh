#!/bin/bash
# SPDX-License-Identifier: MIT
# package.sh [--test] [FOLDER] - build the Debian packages, and have lintian look at them.
#
# Results go to FOLDER (build/packages, if none is given): the .deb files, and the source package. deploy/debian is
# what Debian wants at the top of a source tree; so the tree is copied, as far as git knows its files, to
# FOLDER/source. The page is bundled before, where node and npm are: a build of a package has no network. Without them
# tesuji-http has no page.
#
# --test then compares the packaged library with the interface that was recorded, has Prometheus's checker look at what
# the packaged daemon tells, installs the packages into a clean Debian and tests them there
# (tests/deploy/test_package.py), and makes the container image of them (deploy/container.sh). Installs what it needs
# first. docs/development.md says what is tried, and how long it takes.
# Exit code: 0; 1 and what went wrong; 64 for wrong use.
set -u
exec </dev/null

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/deploy/packages.sh"

with_test=false
out=$root/build/packages
case ${1:-} in
--test)
	with_test=true
	shift
	;;
-*)
	echo "usage: package.sh [--test] [FOLDER]" >&2
	exit 64
	;;
esac
if [ $# -gt 0 ]; then
	mkdir -p "$1" || exit 1
	out=$(cd "$1" && pwd) || exit 1
fi

fail() {
	echo "package.sh: $1" >&2
	[ -s "${2:-}" ] && tail -n "${3:-30}" "$2" >&2
	exit 1
}

version=$(sed -nE 's/^project\(tesuji VERSION ([0-9.]+) .*/\1/p' "$root/CMakeLists.txt")
source=$out/source/tesuji-$version

# The tree as git knows it, with what is changed and not yet committed.
copy_tree() {
	rm -rf "$source"
	mkdir -p "$source" || return 1
	git -C "$root" -c "safe.directory=$root" ls-files -z --cached --others --exclude-standard -- . ':!.ci' |
		tar -C "$root" --null --files-from=- --ignore-failed-read -c 2>/dev/null | tar -C "$source" -x &&
		cp -a "$source/deploy/debian" "$source/debian" && rm -r "$source/deploy/debian"
}

# The page into debian/page, if node and npm are there and get what they need. Without it what is said of it to
# lintian goes as well.
bundle_page() {
	if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
		echo "There is no node or npm" >"$out/page.log"
	else
		"$root/clients/web/bundle.sh" "$source/debian/page" >"$out/page.log" 2>&1
	fi
	if [ ! -e "$source/debian/page/index.html" ]; then
		echo "The page cannot be bundled, tesuji-http will have none:"
		cat "$out/page.log"
		sed -i '/debian\/page/d' "$source/debian/source/lintian-overrides"
		sed -i '/share\/tesuji\/web/d' "$source/debian/tesuji-http.lintian-overrides"
	fi
}

build_packages() {
	if command -v ccache >/dev/null; then # debhelper gives programs another HOME
		export CMAKE_C_COMPILER_LAUNCHER=ccache
		CCACHE_DIR=$(ccache --get-config cache_dir 2>/dev/null) && export CCACHE_DIR
	fi
	# Debian's own tools and its python3, whatever stands before them in PATH.
	(cd "$source" && env -u MAKEFLAGS PATH=/usr/sbin:/usr/bin:/sbin:/bin DEB_BUILD_OPTIONS="terse parallel=$(nproc)" LC_ALL=C.UTF-8 \
		dpkg-buildpackage --unsigned-source --unsigned-changes --build=full)
}

# Debian's promtool into $out/prometheus, and into PATH, unless there is one: installing the package would start a server.
add_promtool() {
	command -v promtool >/dev/null && return 0
	rm -rf "$out/prometheus"
	mkdir -p "$out/prometheus" || return 1
	(cd "$out/prometheus" && apt-get -q download prometheus && dpkg-deb -x prometheus_*.deb .) >"$out/prometheus.log" 2>&1 ||
		return 1
	PATH=$PATH:$out/prometheus/usr/bin
}

packages_need build-essential fakeroot lintian git debhelper dh-python python3-all python3-setuptools \
	python3-msgpack pybuild-plugin-pyproject libcrypt-dev libnats-dev || exit 1
packages_for building || exit 1
[ "$(dpkg-parsechangelog -l "$root/deploy/debian/changelog" -S Version)" = "$version" ] ||
	fail "deploy/debian/changelog has not the version of CMakeLists.txt, $version"

rm -rf "$out/source" "$out/debs"
mkdir -p "$out/debs" || exit 1
copy_tree || fail "the tree cannot be copied to $source"
bundle_page
echo "Building in $source"
build_packages >"$out/build.log" 2>&1 || fail "the build failed, all of it is in $out/build.log" "$out/build.log"
mv "$out"/source/*.deb "$out"/source/*.dsc "$out"/source/*.tar.* "$out"/source/*.changes "$out"/source/*.buildinfo \
	"$out/debs/" || exit 1
# Its exit code counts what is overridden as well (lintian 2.116): what it says is looked at.
lintian --pedantic --display-info "$out"/debs/*.changes 2>&1 |
	grep -v '^running with root privileges' >"$out/lintian.log"
if [ "${PIPESTATUS[0]}" -ne 0 ] || [ -s "$out/lintian.log" ]; then
	fail "lintian has something to say:" "$out/lintian.log" 60
fi
(cd "$out/debs" && ls -- *.deb)
echo "In $out/debs; lintian is content"

if [ "$with_test" = true ]; then
	packages_need mmdebstrap systemd-container autopkgtest buildah abigail-tools || exit 1
	add_promtool || fail "there is no promtool:" "$out/prometheus.log"
	TESUJI_PACKAGES=$out /usr/bin/python3 -B "$root/tests/deploy/test_package.py" || exit 1
	"$root/deploy/container.sh" "$out" || exit 1
fi
