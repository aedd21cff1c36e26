#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test_lint.py - every rule lets good files pass and catches a violation."""

import os
import unittest
import unittest.mock

import lint
import rules_c
import rules_docs
import rules_shape
import rules_tree
from tree import Tree, blank, functions

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
HEAD = "/* SPDX-License-Identifier: MIT */\n"
CYCLE = "void a(void)\n{\n\tb();\n}\nvoid b(void)\n{\n\tc();\n}\nvoid c(void)\n{\n\ta();\n}\n"

# rule -> (files that are fine, files of which each one is not)
CASES = {
    rules_c.rule_directions: (
        {"server/a.c": '#include "protocol/rpc.h"\n#include "engine/solve/solver.h"\n',
         "engine/solve/a.c": '/* #include "server/x.h" */\n#include "engine/search/x.h"\n',
         "engine/game/go/a.c": '#include "engine/game/go/b.h"\n#include "engine/game/game.h"\n',
         "engine/game/registry.c": '#include "engine/game/go/go.h"\n',
         "clients/local/local.c": '#include "server/embed.h"\n'},
        {"engine/base/a.c": '#include "engine/game/game.h"\n',
         "engine/table/a.c": '#include "engine/search/x.h"\n',
         "engine/search/a.h": '#include "engine/solve/solver.h"\n',
         "engine/search/b.c": '#include "engine/game/go/go.h"\n',
         "engine/search/core/a.c": '#include "engine/search/dfpn/x.h"\n',
         "engine/search/core/b.h": '#include "engine/search/alphabeta/x.h"\n',
         "engine/search/core/c.c": '#include "engine/search/search.h"\n',
         "engine/search/alphabeta/a.c": '#include "engine/search/dfpn/x.h"\n',
         "engine/game/hex/a.c": '#include "engine/game/go/go.h"\n',
         "engine/solve/b.c": '# include "protocol/rpc.h"\n',
         "protocol/a.c": '#include "engine/solve/solver.h"\n',
         "server/b.c": '#include "engine/search/x.h"\n',
         "server/c.c": '#include "clients/c/tesuji.h"\n',
         "clients/c/a.c": '#include "server/conf.h"\n',
         "clients/cli/b.c": '#include "server/embed.h"\n',
         "clients/gtp/a.c": '#include "engine/game/game.h"\n',
         "engine/proof/check/a.c": '#include "engine/game/geometry.h"\n',
         "engine/proof/check/b.h": '#include "engine/zone/bits.h"\n',
         "elsewhere/a.c": ""}),
    rules_c.rule_libraries: (
        {"server/a.c": "#include <uv.h>\n#include <sys/socket.h>\n",
         "protocol/codec.c": "#include <msgpack.h>\n",
         "engine/table/epoch.c": "#include <urcu/urcu-memb.h>\n"},
        {"engine/solve/a.c": "#include <uv.h>\n", "clients/c/a.c": "#include <uv.h>\n",
         "protocol/rpc.c": "#include <msgpack.h>\n", "server/b.c": "#include <msgpack/pack.h>\n",
         "engine/solve/c.c": "#include <zlib.h>\n",
         "server/c.c": "#include <urcu/rculfhash.h>\n", "engine/table/ttable.c": "#include <urcu.h>\n",
         "engine/base/a.c": "#include <sys/socket.h>\n", "engine/solve/b.h": "#include <netdb.h>\n"}),
    rules_c.rule_silent_engine: (
        {"engine/base/check.c": "abort();\n", "server/a.c": 'printf("x");\n',
         "engine/base/a.c": 'snprintf(t, n, "exit(1)"); /* printf() */ on_exit(); puts = 1;\n'},
        {"engine/base/b.c": 'printf("x");\n', "engine/solve/a.c": "exit(1);\n",
         "engine/solve/b.c": 'vfprintf (stderr, f, a);\n', "engine/game/go/a.c": "\tabort();\n"}),
    rules_c.rule_no_recursion: (
        {"engine/search/a.c": "static void a(int x)\n{\n\tb(x);\n}\n",
         "engine/search/b.c": "static void b(int x)\n{\n\ta(x); /* another a */\n}\n",
         "engine/game/a.c": "void a(void)\n{\n\ta();\n}\n"},
        {"engine/search/c.c": "int *f(int x)\n{\n\treturn x ? f(x - 1) : 0;\n}\n",
         "engine/search/d.c": CYCLE}),
    rules_c.rule_sizes: (
        {"a.c": "x\n" * 600, "b.c": "void f(void)\n{\n" + "\tx;\n" * 57 + "}\n"},
        {"c.c": "x\n" * 601, "d.py": "x\n" * 601,
         "e.c": "static int *f(int a,\n\tint b)\n{\n" + "\tx;\n" * 58 + "}\n"}),
    rules_docs.rule_locks: (
        {"docs/THREADS.md": "## Locks\n\n| `pool->lock` | `server/a.c` | x |\n"
                            "| `all`, of all | `engine/b.h` | y |\n\n"
                            "## State of one thread\n| `seen` | `server/a.c` | z |\n\n"
                            "## Else\n| `other` | `server/a.c` | no lock |\n",
         "server/a.c": "struct p {\n\tpthread_mutex_t lock;\n};\nstatic _Thread_local int *seen;\n"
                       "void f(pthread_mutex_t *taken);\n/* pthread_cond_t none; */\n",
         "engine/b.h": "extern pthread_rwlock_t all[4];\n", "tests/c.c": "pthread_mutex_t m;\n"},
        {"server/d.c": "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n",
         "server/e.c": "pthread_cond_t over;\n", "clients/f.c": "uv_rwlock_t x;\n",
         "engine/g.c": "static _Thread_local char *volatile at[3];\n",
         "protocol/h.c": "static pthread_once_t once = PTHREAD_ONCE_INIT;\n",
         "docs/THREADS.md": "## Locks\n| `pool->lock` | `server/a.c` | x |\n"
                            "| `all` | `engine/b.h` | y |\n| `gone` | `server/a.c` | y |\n"
                            "## State of one thread\n| `seen` | `server/a.c` | z |\n"}),
    rules_shape.rule_circles: (
        {"engine/search/c.c": "void c(void)\n{\n\tf();\n\tt->g();\n}\n"
                              "static void d(void)\n{\n}\n",
         "engine/search/f.h": "static inline void f(void)\n{\n\tg();\n}\n",
         "engine/search/g.c": "void g(void)\n{\n\td(); /* c() */\n\ta();\n\tb();\n}\n",
         "engine/search/h.c": "void h(void)\n{\n\tg();\n\tc();\n}\n"},
        {"engine/search/a.c": "void a(void)\n{\n\tg();\n}\n",
         "engine/search/b.c": "void b(void)\n{\n\tif (x)\n\t\tc();\n}\n"}),
    rules_shape.rule_stems: (
        {"engine/search/a.c": "void a_go(void)\n{\n}\nstatic void b(void)\n{\n}\n",
         "engine/search/core/b.c": "void core_b_go(void)\n{\n}\nint b(void)\n{\n}\n",
         "engine/search/c.h": "", "engine/search/c_in.c": "void c_take(void)\n{\n}\n",
         "tests/unit/a.c": "void b(void)\n{\n}\n", "server/main.c": "int main(void)\n{\n}\n"},
        {"engine/search/d.c": "void a_go(void)\n{\n}\n",
         "engine/search/e.c": "void ego(void)\n{\n}\n",
         "engine/search/g_in.c": "void g_take(void)\n{\n}\n",
         "engine/search/f.c": "const char *a(void)\n{\n}\n"}),
    rules_shape.rule_own_header: (
        {"engine/search/a.c": "void a(void)\n{\n}\n", "engine/search/a.h": "",
         "server/main.c": "int main(void)\n{\n}\n", "engine/search/b.c": "static int x;\n"},
        {"engine/search/c.c": "void c(void)\n{\n}\n",
         "engine/search/d.c": "int main(void)\n{\n}\nint d(void)\n{\n}\n"}),
    rules_shape.rule_type_names: (
        {"engine/search/a.h": "typedef struct {\n\tint x;\n} a_t;\ntypedef struct b b_t;\n"
                              "typedef int c_t[2];\ntypedef bool (*d_t)(int x);\n",
         "engine/proof/check/a.h": "typedef struct {\n\tint y;\n} a_t;\n",
         "server/a.h": "typedef int a_t;\n"},
        {"engine/search/b.h": "typedef struct {\n\tint x;\n\tstruct y y;\n} a_t;\n",
         "engine/search/c.h": "typedef enum { X } b_t;\n",
         "engine/search/d.h": "typedef unsigned c_t;\n",
         "engine/search/e.h": "typedef void d_t(void);\n"}),
    rules_shape.rule_tuned: (
        {"engine/tuning/tuning.def": '#define LIST "a set", "a command"\n'
                                     'TUNE(GOOD, 1, 0, 2,\n     "what", LIST)\n'
                                     'TUNE(FINE, -1, -2, 2, "what", "set", "command")\n',
         "engine/search/a.c": '#include "engine/tuning/tuning.h"\nint x = GOOD; if (FINE == 1)\n',
         "tests/bench/a.c": "int GOOD = 1;\n"},
        {"engine/search/b.c": "enum { GOOD = 1 };\n", "engine/search/c.h": "#define FINE 2\n",
         "engine/search/d.h": '#include "engine/tuning/tuning.h"\n'}),
    rules_shape.rule_exceptions: ({}, {}),  # see Exceptions
    rules_tree.rule_link_lists: (
        {"engine/CMakeLists.txt": "target_link_libraries(tesuji_search PUBLIC tesuji_table\n"
                                  "\ttesuji_game) # tesuji_server\n",
         "tests/unit/CMakeLists.txt": "target_link_libraries(x PRIVATE tesuji_server)\n"},
        {"engine/a/CMakeLists.txt": "target_link_libraries(tesuji_game PUBLIC tesuji_table)\n",
         "engine/c/CMakeLists.txt": "target_link_libraries(tesuji_check PUBLIC tesuji_game)\n",
         "engine/b/CMakeLists.txt": "target_link_libraries(tesuji_base PUBLIC PkgConfig::UV)\n",
         "clients/CMakeLists.txt": "target_link_libraries(tesuji_cli PUBLIC tesuji_server)\n",
         "server/CMakeLists.txt": "target_link_libraries(stranger PRIVATE tesuji_solve)\n"}),
    rules_tree.rule_licence: (
        {"a.c": HEAD, "b.py": "#!/usr/bin/python3\n# SPDX-License-Identifier: MIT\n", "c.md": "x\n"},
        {"d.c": "int x;\n", "e.h": "// SPDX-License-Identifier: MIT\n", "f.py": "x = 1\n",
         "g": "#!/bin/sh\necho\n# SPDX-License-Identifier: MIT\n"}),
    rules_tree.rule_guards: (
        {"engine/base/a.h": "#ifndef ENGINE_BASE_A_H\n#define ENGINE_BASE_A_H\n#endif\n",
         "clients/c/tesuji.h": "#ifndef TESUJI_H\n#define TESUJI_H\n#endif\n"},
        {"engine/base/b.h": "#pragma once\n", "a/c.h": "#ifndef C_H\n#define C_H\n#endif\n"}),
    rules_tree.rule_text: (
        {"a.c": "int x;\n", "b.tsv": "x\t \n"},
        {"c.c": "int x; \n", "d.c": "int x;\r\n", "e.c": "<<<<<<< HEAD\n",
         "f.c": "/* TO" "DO later */\n", "g.c": "int x;", "h.md": "see /wo" "rk/main\n"}),
    rules_tree.rule_links: (
        {"README.md": "[a](docs/a.md) [b](https://x) [c](docs/a.md#top) [d](docs/)\n",
         "docs/a.md": "[up](../README.md) [here](#x)\n"},
        {"docs/b.md": "[a](docs/a.md)\n", "C.md": "[a](gone.c)\n"}),
    rules_tree.rule_headers_alone: (
        {"a.h": "#include <stdint.h>\nuint8_t a(void);\n"},
        {"b.h": "uint8_t a(void);\n", "c.h": "struct s { size_t n; };\n"}),
    rules_tree.rule_format: (
        {"a.c": "int f(int x)\n{\n\treturn x;\n}\n"},
        {"b.c": "int f(int x) { return x; }\n", "c.c": "int f(int x)\n{\n    return x;\n}\n"}),
    rules_tree.rule_scripts: (
        {"a.py": "x = 1\n", "b.sh": '#!/bin/sh\necho "$1"\n'},
        {"c.py": "x =\n", "d.sh": "#!/bin/sh\nif true\n", "e": "#!/bin/bash\nfor\n"}),
}


class RulesBite(unittest.TestCase):
    def test_every_rule_has_a_case(self):
        self.assertEqual(set(CASES), set(lint.RULES))

    def test_good_files_pass(self):
        for rule, (good, _) in CASES.items():
            with self.subTest(rule=rule.__name__):
                self.assertEqual([], list(rule(Tree(good, ROOT))))

    def test_each_bad_file_is_caught(self):
        for rule, (good, bad) in CASES.items():
            for path, text in bad.items():
                with self.subTest(rule=rule.__name__, path=path):
                    complaints = list(rule(Tree({**good, path: text}, ROOT)))
                    self.assertTrue(complaints)
                    self.assertTrue(all(c.startswith(path) for c in complaints), complaints)


class Exceptions(unittest.TestCase):
    """The rule about the tables, which are in no file of the tree that it is given."""

    def complaints(self, files, **tables):
        with unittest.mock.patch.multiple(rules_shape, **tables):
            return list(rules_shape.rule_exceptions(Tree(files)))

    def test_few_with_reasons_pass(self):
        self.assertEqual([], self.complaints({}, NO_HEADER={"a.c": "it has a reason"}))

    def test_too_many(self):
        many = {f"{name}.c": "a reason" for name in "abcdef"}
        self.assertTrue(self.complaints({}, NO_HEADER=many))

    def test_no_reason(self):
        self.assertTrue(self.complaints({}, NO_HEADER={"a.c": ""}))
        self.assertTrue(self.complaints({}, STEMS={"a.c": ("b", "")}))

    def test_nothing_there(self):
        tree = {"tests/lint/lint.py": "", "clients/c/a.c": "", "engine/solve/a.c": ""}
        self.assertTrue(self.complaints(tree, PENDING={"rule_stems": ("engine/gone/",)}))
        self.assertEqual([], self.complaints(tree, PENDING={"rule_stems": ("engine/solve/",)}))

    def test_asserts_are_counted_by_floor(self):
        tree = Tree({"engine/table/a.c": "\tassert(x);\n\tCHECK(y); // assert(z)\n" + "\n" * 998})
        self.assertEqual(["note engine/table: 2 asserts, 2.0 a 1,000 lines"],
                         list(rules_shape.report_asserts(tree)))


class Tuned(unittest.TestCase):
    def complaints(self, row, listed="search/a.c"):
        return list(rules_shape.rule_tuned(Tree({
            "engine/tuning/tuning.def": '#define LIST "a set", "a command"\n' + row + "\n",
            "engine/search/a.c": '#include "engine/tuning/tuning.h"\nint x = A;\n',
            "tests/bench/CMakeLists.txt": listed})))

    def test_whole_rows_pass(self):
        self.assertEqual([], self.complaints('TUNE(A, 1, 0, 2, "what", LIST)'))

    def test_other_rows_do_not(self):
        for row in ('TUNE(A, 3, 0, 2, "what", LIST)', 'TUNE(A, 1, 0, 2, "", LIST)',
                    'TUNE(A, 1, 0, 2, "what", OTHER)', 'TUNE(A, 1, 0, 2, "what", "set")',
                    'TUNE(A, 1, 0, 2, "what", "set", "")', "TUNE(A, 1, 0, 2)", "TUNE(A, 1)",
                    'TUNE(A, 1, 0, 2, "what", LIST)\nTUNE(A, 1, 0, 2, "what", LIST)',
                    'TUNE(A, 1, 0, 2, "what", LIST)\nTUNE(B, 1, 0, 2, "what", LIST)'):
            with self.subTest(row):
                self.assertEqual(1, len(self.complaints(row)))

    def test_file_is_listed(self):
        self.assertTrue(self.complaints('TUNE(A, 1, 0, 2, "what", LIST)', "search/b.c"))


class Reading(unittest.TestCase):
    def test_blank_keeps_lines_and_code(self):
        code = blank('a("/*"); /* b\n c */ d(\'"\'); // e\nf();\n')
        self.assertEqual(3, code.count("\n"))
        for letter in "adf":
            self.assertIn(letter + "(", code)
        for letter in "bce":
            self.assertNotIn(letter, code)

    def test_functions_are_found(self):
        text = ("static int a(int x)\n{\n\treturn x;\n}\n\nstruct s {\n\tint x;\n};\n\n"
                "const char *const b(const char *p,\n             int n)\n{\n\tif (n) {\n\t}\n}\n")
        self.assertEqual([("a", True, 1, 4), ("b", False, 10, 6)],
                         [f[:4] for f in functions(text)])

    def test_this_tree_is_read(self):
        tree = Tree.read(ROOT)
        self.assertIn("engine/base/err.h", tree.files)
        self.assertFalse([p for p in tree.files if p.startswith(("build", ".git/"))])


if __name__ == "__main__":
    unittest.main()
