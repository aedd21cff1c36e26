// SPDX-License-Identifier: MIT
// collections.ts - files with many problems: solved, sorted, filtered, solved again, saved, stopped.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { close, open, said, saved, test, until } from "./harness";

/** Fifty problems: captures and mates, of some of which the file says something wrong, and one too hard for its limits. */
const LONE = Array.from({ length: 19 }, (_, i) => (i === 9 ? `${".".repeat(9)}O${".".repeat(9)}` : ".".repeat(19))).join("/");
const FIFTY = Array.from({ length: 50 }, (_, i) => {
	if (i === 7) return `go\t${LONE}\tcapture K10\t\thard`;
	if (i % 3 === 0) return "go\tO../.X./...\tcapture A3\tproven\tcorner";
	return i % 3 === 1 ? "go\tO../.X./...\tcapture A3\tdisproven\tmistaken" : "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\tQg7#\tmate";
}).join("\n");

async function load(page: Page, name: string, text: string): Promise<void> {
	await page.locator("#file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
	await page.locator("#collection").waitFor();
}

async function savedText(page: Page, name: string): Promise<string> {
	return (await saved(page, ".collection", name)).toString("utf8");
}

test("a collection of fifty problems: its table fills, is sorted, filtered, solved again and saved", async () => {
	const page = await open({ fragment: "game=go&board=O../.X./...&target=A3&order=5&nodes=500" });
	await load(page, "fifty.tsv", FIFTY);
	const rows = page.locator(".collection tbody tr");
	await until(async () => (await rows.count()) === 50, "fifty rows");
	await page.getByRole("button", { name: "Solve all" }).click();
	await page.locator(".collection", { hasText: "50 of 50" }).waitFor();
	for (const width of [1024, 1280, 1920, 390]) {
		await page.setViewportSize({ width, height: 860 });
		if (width === 390) await page.locator(".tabs").getByRole("button", { name: "Collection", exact: true }).click();
		const [needs, has] = await page.locator(".collection .scroll").evaluate((e) => [e.scrollWidth, e.clientWidth] as const);
		assert.ok(needs <= has, `the table is ${needs} px wide and has ${has} on a screen of ${width}`);
	}
	await page.locator(".picture.squares .piece").first().waitFor({ state: "attached" }); // pieces, not dots
	await page.setViewportSize({ width: 1280, height: 860 });
	await page.getByRole("button", { name: "Verdict" }).click();
	await page.locator('.collection th[aria-sort="ascending"]', { hasText: "Verdict" }).waitFor();
	const verdicts = async (): Promise<string[]> => (await page.locator(".collection td.value").allTextContents())
		.map((text) => /disproven|proven|open/.exec(text)?.[0] ?? text);
	const sorted = await verdicts();
	assert.deepEqual(sorted, [...sorted].sort((a, b) => a.replace("open", "undecided") < b.replace("open", "undecided") ? -1 : 1));
	const choose = (name: string): Promise<void> =>
		page.locator(".collection .choices").getByRole("button", { name, exact: true }).click();
	await choose("open");
	await until(async () => (await rows.count()) === 1, "one is open");
	await page.getByRole("button", { name: "Again, ten times the time" }).click();
	await page.locator(".collection .primary", { hasText: "Solve all" }).waitFor();
	await until(async () => (await page.locator("#nodes").inputValue()) === "5000", "ten times the nodes");
	await choose("wrong");
	await until(async () => (await rows.count()) === 16, "what is not as the file says");
	await choose("all");
	await page.getByRole("button", { name: "No." }).click();
	await page.keyboard.press("j");
	await rows.nth(1).and(page.locator(".here")).waitFor();
	await said(page, /(Yes|No)[.,]/);
	const table = (await savedText(page, "CSV")).trim().split("\r\n");
	assert.equal(table.length, 51);
	const question = "Can Black capture the white stone at A3? Black moves first.";
	assert.equal(table[1]?.startsWith(`1,corner,go,O../.X./...,${question},proven,absolute,1,B3,`), true, table[1]);
	assert.equal((await savedText(page, "SGF")).match(/\(;GM\[1\]/g)?.length, 34);
	await page.getByRole("button", { name: "Close", exact: true }).click();
	await page.locator("#collection").waitFor({ state: "detached" });
	await close(page);
});

test("a collection is stopped, and goes on where it was", async () => {
	const page = await open();
	await load(page, "games.pgn", Array.from({ length: 6 }, (_, i) =>
		`[Event "${i}"]\n[SetUp "1"]\n[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n\n1. Qg7# 1-0\n`).join("\n"));
	await load(page, "hard.tsv", Array<string>(6).fill(`go\t${LONE}\tcapture K10`).join("\n"));
	await page.locator("#order").selectOption("7");
	await page.getByRole("button", { name: "Solve all" }).click();
	await page.locator(".collection tr.running").nth(1).waitFor();
	await page.getByRole("button", { name: "Stop" }).click();
	await page.locator(".collection .primary", { hasText: "Solve all" }).waitFor();
	await page.locator(".collection", { hasText: "0 of 6" }).waitFor();
	await page.locator("#order").selectOption("0");
	await page.getByRole("button", { name: "Solve all" }).click();
	await page.locator(".collection", { hasText: "6 of 6" }).waitFor();
	await close(page);
});
