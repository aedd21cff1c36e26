// SPDX-License-Identifier: MIT
// page.test.ts - the page in a browser, with a daemon and a gateway of its own.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { BUNDLE, close, type Desk, open, point, said, start, until } from "./harness";

interface Findings {
	violations: { impact: string; id: string; nodes: { html: string; failureSummary: string }[] }[];
}

const BUNDLE_MOST = 200_000;
let desk: Desk;

before(async () => {
	desk = await start();
});
after(() => desk.stop());

/** problems: the page with each game's first problem, what it says, and a record's ending. */
const GAMES: [string, string, RegExp, RegExp][] = [
	["go", "game=go&board=O../.X./...&target=A3&goal=capture", /Yes\.\s*It begins with/, /^\(;GM\[1\]/],
	["chess", "game=chess&board=r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", /Mate in 3/, /^\[Event/],
	["gomoku", "game=gomoku&attacker=black&board=........./........./..O.X..../...X.X.../..O.O..../...X...../..O....../........./.........",
		/Yes\./, /^\(;GM\[4\]/],
	["hex", "game=hex&attacker=black&board=...../.X.../...../...O./.....", /Yes\./, /^\(;GM\[11\]/],
	["atarigo", "game=atarigo&attacker=black&board=...../.XO../.OX../...../.....", /Yes\./, /^\(;GM\[1\]/],
];

async function download(page: Page, name: string): Promise<string> {
	const [file] = await Promise.all([
		page.waitForEvent("download"), page.locator(".exports").getByRole("button", { name, exact: true }).click(),
	]);
	return readFileSync(await file.path(), "latin1");
}

for (const [game, fragment, answer, record] of GAMES)
	test(`${game}: solved, stepped through, exported`, async () => {
		const page = await open(desk, { fragment });
		await said(page, answer);
		const steps = page.locator("ol.line li");
		const moves = await steps.count();
		assert.ok(moves > 0);
		const stones = (): Promise<number> => page.locator("#board .stone, #board .piece").count();
		const before = await stones();
		await page.keyboard.press("ArrowRight");
		await page.locator(".steps .at", { hasText: `move 1 of ${moves}` }).waitFor();
		if (game !== "chess") assert.equal(await stones(), before + 1);
		await page.keyboard.press("End");
		await page.locator(".steps .at", { hasText: `move ${moves} of ${moves}` }).waitFor();
		assert.match(await download(page, game === "chess" ? "PGN" : "SGF"), record);
		assert.match(await download(page, "SVG"), /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
		assert.match(await download(page, "PNG"), /^\x89PNG/);
		const { result } = JSON.parse(await download(page, "JSON")) as { result: { value: string } };
		assert.equal(result.value, "proven");
		assert.ok((await download(page, "Certificate")).length > 20);
		await close(page);
	});

test("an example is solved on arrival, with its zone", async () => {
	const page = await open(desk);
	await said(page, /Yes\.\s*It begins with/);
	assert.equal(await page.locator("ol.line li").count(), 11);
	assert.ok((await page.locator("#board .veil").count()) > 0);
	await page.keyboard.press("z");
	await page.locator("#board .veil").first().waitFor({ state: "detached" });
	await close(page);
});

test("every example is decided", async () => {
	const page = await open(desk);
	const examples = page.locator("#example");
	const names = await examples.locator("option").allTextContents();
	assert.ok(names.length > 8);
	for (let i = 0; i < names.length - 1; i++) {
		const answer = page.waitForResponse((response) => response.url().includes("/v1/solve"));
		await examples.selectOption(`${i}`);
		await answer;
		await page.locator(".side .verdict .head", { hasText: /(Yes|No)[.,]/ }).waitFor();
	}
	await close(page);
});

test("a click on a block asks about it, and who moves first can be changed", async () => {
	const page = await open(desk, { fragment: "game=go&board=O../.X./..." });
	await point(page, "A3").click();
	await page.getByRole("button", { name: "Capture it?" }).click();
	await said(page, /Yes\.\s*It begins with/);
	await page.locator("#question .word", { hasText: "capture" }).click();
	await page.locator("#question", { hasText: "Can White save the white stone at A3? White moves first." }).waitFor();
	await said(page, /No\./);
	await close(page);
});

test("a drag from block to block asks about both, with shift about a region", async () => {
	const page = await open(desk, { fragment: "game=go&board=....../.X.X../.X.X../....../......" });
	await point(page, "B4").dragTo(point(page, "D4"));
	await page.locator("#question", { hasText: "connect" }).waitFor();
	await said(page, /Yes\./);
	await page.keyboard.down("Shift");
	await point(page, "A5").dragTo(point(page, "E3"));
	await page.keyboard.up("Shift");
	await page.locator("#question", { hasText: "Only inside A5-E3." }).waitFor();
	await close(page);
});

test("a position is edited by clicks, and taken back", async () => {
	const page = await open(desk, { fragment: "game=go&board=....../....../....../....../....../......" });
	await page.keyboard.press("e");
	for (const name of ["A6", "B6", "C3"]) await point(page, name).click();
	await page.locator("#board .stone").nth(2).waitFor();
	assert.equal(await point(page, "B6").getAttribute("aria-label"), "B6, White");
	await page.keyboard.press("Control+z");
	await until(async () => (await page.locator("#board .stone").count()) === 2, "undone");
	await page.keyboard.press("Control+y");
	await until(async () => (await page.locator("#board .stone").count()) === 3, "redone");
	await close(page);
});

test("what is pasted is read: rows, a record, a FEN; what is none is named", async () => {
	const page = await open(desk);
	const paste = (text: string): Promise<void> =>
		page.evaluate((pasted) => {
			const data = new DataTransfer();
			data.setData("text/plain", pasted);
			document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
		}, text);
	await paste("O..\n.X.\n...");
	await page.locator("#question", { hasText: "Click a block" }).waitFor();
	await paste("(;GM[1]SZ[5]AB[ba][ab][cc]AW[bb]C[capture B4])");
	await said(page, /It begins with/);
	await paste("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	await said(page, /Mate in 1/);
	await paste("O..\n.X\n...");
	await page.locator(".notices", { hasText: "Row 2 is not as long as the first." }).waitFor();
	await close(page);
});

test("a long search shows how far it is, and is cancelled at once", async () => {
	const board = Array<string>(19).fill(".".repeat(19)).map((row, i) => (i === 9 ? `${".".repeat(9)}O${".".repeat(9)}` : row));
	const page = await open(desk, { fragment: `game=go&board=${board.join("/")}&goal=capture&target=K10&order=7` });
	await page.locator("#cancel:enabled").waitFor();
	await page.locator("#board .ghost").first().waitFor();
	await page.locator(".light.searching").waitFor();
	const began = Date.now();
	await page.locator("#cancel").click();
	await said(page, /Stopped before it was decided/);
	assert.ok(Date.now() - began < 2000);
	await page.getByRole("button", { name: "Ten times the time" }).waitFor();
	await close(page);
});

test("all first moves are told, and marked on the board", async () => {
	const page = await open(desk, { fragment: "game=hex&attacker=black&board=.../.../..." });
	await said(page, /Yes\./);
	await page.getByRole("button", { name: "All first moves" }).click();
	await page.locator(".firsts", { hasText: "5 work, 4 fail, 0 open" }).waitFor();
	assert.equal(await page.locator("#board .mark.works").count(), 5);
	assert.equal(await page.locator("#board .mark.fails").count(), 4);
	await close(page);
});

test("the status of a whole board follows ten moves", async () => {
	const board = "..X....../.XOX...../........./X.X....../.OOO...../........./........./........./.........";
	const page = await open(desk, { fragment: `game=go&attacker=black&board=${board}` });
	await page.keyboard.press("s");
	await page.locator("#board .mark.captured").first().waitFor();
	const moves = ["C7", "G3", "F7", "G7", "D3", "C3", "H3", "G2", "H2", "E6"];
	for (const [i, move] of moves.entries()) {
		const answer = page.waitForResponse((response) => response.url().includes("/v1/go/status"));
		await point(page, move).click();
		await answer;
		await point(page, move).and(page.locator(`[aria-label^="${move}, ${i % 2 === 0 ? "Black" : "White"}"]`)).waitFor();
	}
	await until(async () => /^([1-9]\d*) of \1 questions/.test((await page.locator("#status-count").textContent()) ?? ""), "all told");
	assert.match((await point(page, "B5").textContent()) ?? "", /White B5/);
	await close(page);
});

test("a collection of fifty problems fills its table, and is sorted and saved", async () => {
	const page = await open(desk);
	const lines = Array.from({ length: 50 }, (_, i) =>
		i % 2 === 0 ? "go\tO../.X./...\tcapture A3\tproven" : "go\tX.X/.O./...\tcapture B2\tproven");
	await page.locator("#file").setInputFiles({ name: "fifty.tsv", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
	await page.getByRole("button", { name: "Solve all" }).click();
	await page.locator(".collection", { hasText: "50 of 50" }).waitFor();
	assert.equal(await page.locator(".collection tbody tr").count(), 50);
	await page.getByRole("button", { name: "Verdict" }).click();
	await page.locator('.collection th[aria-sort="ascending"]', { hasText: "Verdict" }).waitFor();
	await page.keyboard.press("j");
	const [file] = await Promise.all([
		page.waitForEvent("download"), page.locator(".collection").getByRole("button", { name: "CSV" }).click(),
	]);
	assert.equal(readFileSync(await file.path(), "utf8").trim().split("\r\n").length, 51);
	await close(page);
});

test("the daemon goes away and comes back, and the question is asked again", async () => {
	const page = await open(desk, { fragment: "game=go&board=O../.X./...&target=A3&goal=capture" });
	await said(page, /Yes\./);
	await desk.daemon.stop("SIGKILL");
	await page.locator("#solve").click();
	await page.locator(".gone", { hasText: /The daemon is gone\. Trying again in \d s\./ }).waitFor();
	await desk.daemon.start();
	await page.locator(".gone").waitFor({ state: "detached" });
	await said(page, /Yes\./);
	await close(page);
});

test("two tabs do not disturb each other", async () => {
	const one = await open(desk, { fragment: "game=go&board=O../.X./...&target=A3&goal=capture" });
	const two = await open(desk, { fragment: "game=hex&attacker=black&board=...../.X.../...../...O./....." });
	await said(one, /It begins with/);
	await said(two, /Yes\./);
	await one.locator("#question", { hasText: "capture" }).waitFor();
	await two.locator("#question", { hasText: "win" }).waitFor();
	await close(one);
	await close(two);
});

test("keys: the list, the board by arrows, German", async () => {
	const page = await open(desk);
	await page.keyboard.press("?");
	await page.getByRole("dialog").waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
	await point(page, "E5").focus();
	await page.keyboard.press("ArrowRight");
	assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-point")), "F5");
	await page.getByRole("button", { name: "Deutsch" }).click();
	await page.locator("#question", { hasText: "Kann Schwarz" }).waitFor();
	await close(page);
});

test("a link holds the problem", async () => {
	const page = await open(desk, { fragment: "game=go&board=O../.X./...&target=A3&goal=capture&first=defender&seconds=5" });
	await said(page, /No\./);
	await page.getByRole("button", { name: "Copy link" }).click();
	const fragment = new URL(page.url()).hash;
	const other = await open(desk, { fragment: fragment.slice(1) });
	await other.locator("#question", { hasText: "Can White save the white stone at A3?" }).waitFor();
	await close(other);
	await close(page);
});

test("a phone's page has no more width than its screen", async () => {
	const page = await open(desk, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	await said(page, /Yes\./);
	assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
	await page.getByRole("button", { name: "Problem" }).tap();
	await page.locator("#solve").waitFor();
	await page.getByRole("button", { name: "Proof", exact: true }).tap();
	await page.locator("#proof").waitFor();
	await close(page);
});

test("axe finds nothing serious", async () => {
	for (const colorScheme of ["light", "dark"] as const) {
		const page = await open(desk, { colorScheme, bypassCSP: true });
		await said(page, /Yes\./);
		await page.addScriptTag({ path: join(process.cwd(), "node_modules/axe-core/axe.min.js") });
		const found = await page.evaluate(async () => {
			const { axe } = window as unknown as { axe: { run(): Promise<Findings> } };
			const { violations } = await axe.run();
			return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
				.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""} ${nodes[0]?.failureSummary ?? ""}`);
		});
		assert.deepEqual(found, []);
		await page.context().close();
	}
});

test("the bundle is small", () => {
	const size = ["index.html.gz", "page.js.gz", "page.css.gz"].map((name) => statSync(join(BUNDLE, name)).size);
	assert.ok(size.reduce((a, b) => a + b) < BUNDLE_MOST, `${size.join(" + ")} bytes`);
});
