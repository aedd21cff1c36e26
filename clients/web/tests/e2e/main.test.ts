// SPDX-License-Identifier: MIT
// main.test.ts - runs all cases: a few at a time, in one browser, against one daemon. WEB_ONLY picks those whose name has it.
import { after, before, describe, it } from "node:test";
import { cases, startAll, stopAll } from "./harness";
import "./answers";
import "./collections";
import "./input";
import "./link";
import "./login";
import "./screens";

const AT_ONCE = 4;

describe("the page", { concurrency: AT_ONCE }, () => {
	before(() => startAll());
	after(stopAll);
	for (const { name, run } of cases)
		if (name.includes(process.env.WEB_ONLY ?? "")) it(name, run);
});
