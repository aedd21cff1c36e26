// SPDX-License-Identifier: MIT
// proof.test.ts - the walk through a proof: of every game, and what the page says where there is none.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { close, type Desk, open, point, said, shot, start, until } from "./harness";

let desk: Desk;
let hasProofs = false;

before(async () => {
	desk = await start();
	// A gateway that knows no such path says so; one that does finds no such job.
	const told = (await (await fetch(`${desk.url}v1/jobs/1/proof`)).json()) as { code: string };
	hasProofs = told.code !== "no_such_path";
});
after(() => desk.stop());

const GAMES: [string, string][] = [
	["go", "game=go&board=O../.X./...&target=A3&goal=capture"],
	["chess", "game=chess&board=r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"],
	["gomoku", "game=gomoku&attacker=black&board=......./......./..XX.X./......./......./......./......."],
	["hex", "game=hex&attacker=black&board=.../.../..."],
	["atarigo", "game=atarigo&attacker=black&board=...../.XO../.OX../...../....."],
];

function needsProofs(t: TestContext): boolean {
	if (!hasProofs) t.skip("this gateway does not go through proofs");
	return hasProofs;
}

for (const [game, fragment] of GAMES)
	test(`${game}: the proof is walked to its end`, async (t) => {
		if (!needsProofs(t)) return;
		const page = await open(desk, { fragment });
		await said(page, /Yes\./);
		await page.locator("#walk").click();
		const told = page.locator("#proof .place p").first();
		for (let i = 0; i < 40; i++) {
			await told.waitFor();
			const text = (await told.textContent()) ?? "";
			if (text.includes("The goal is reached.")) break;
			const before = await page.locator("#proof .tree .ply").count();
			await page.locator("#proof .replies button").last().click();
			await until(async () => (await told.textContent()) !== text ||
				(await page.locator("#proof .tree .ply").count()) !== before, "the proof answers");
		}
		assert.match((await told.textContent()) ?? "", /The goal is reached\./);
		await page.keyboard.press("ArrowLeft");
		await close(page);
	});

test("a point that is clicked at the defender's turn is answered on the board", async (t) => {
	if (!needsProofs(t)) return;
	const page = await open(desk, { viewport: { width: 1100, height: 720 }, deviceScaleFactor: 0.6 });
	await said(page, /Yes\./);
	await page.keyboard.press("ArrowRight");
	await point(page, "A9").click();
	await page.locator("#proof .place").waitFor();
	assert.equal(await point(page, "A9").getAttribute("aria-label"), "A9, White");
	await until(async () => (await page.locator("#board .stone").count()) === 12, "Black answers");
	if (process.env.WEB_PICTURES) await shot(page, "proof", process.env.WEB_PICTURES);
	await page.keyboard.press("Home");
	await page.locator(".steps .at", { hasText: "move 0 of 11" }).waitFor();
	await close(page);
});

test("where there is no proof the page says so, and all first moves tell why not", async () => {
	const page = await open(desk, { fragment: "game=hex&attacker=black&first=defender&board=.../.../..." });
	await said(page, /No[.,]/);
	await page.locator("#proof", { hasText: "A disproof has no line to walk" }).waitFor();
	await point(page, "a1").click();
	await page.locator(".firsts", { hasText: /\d+ work, \d+ fail, 0 open/ }).waitFor();
	await close(page);
});
