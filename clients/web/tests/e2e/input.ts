// SPDX-License-Identifier: MIT
// input.ts - what somebody does with a pointer, keys, the clipboard and files; languages; a phone.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { close, open, point, said, saved, test, until } from "./harness";

test("a click on a block asks about it, and who moves first can be changed", async () => {
	const page = await open({ fragment: "game=go&board=O../.X./..." });
	await point(page, "A3").click();
	await page.getByRole("button", { name: "Capture it?" }).click();
	await said(page, /Yes\.\s*It begins with/);
	await page.locator("#question .word", { hasText: "capture" }).click();
	await page.locator("#question", { hasText: "Can White save the white stone at A3? White moves first." }).waitFor();
	await said(page, /No\./);
	await close(page);
});

test("a drag from block to block asks about both, with shift about a region", async () => {
	const page = await open({ fragment: "game=go&board=....../.X.X../.X.X../....../......" });
	await point(page, "B4").dragTo(point(page, "D4"));
	await page.locator("#question", { hasText: "connect" }).waitFor();
	await said(page, /Yes\./);
	await page.keyboard.down("Shift");
	await point(page, "A5").dragTo(point(page, "E3"));
	await page.keyboard.up("Shift");
	await page.locator("#question", { hasText: "Only inside A5-E3." }).waitFor();
	await close(page);
});

test("stones are put in turn, or of one colour, removed, and taken back", async () => {
	const page = await open({ fragment: "game=go&board=....../....../....../....../....../......" });
	const stones = (many: number): Promise<void> =>
		until(async () => (await page.locator("#board .stone").count()) === many, `${many} stones`);
	await page.keyboard.press("e");
	for (const name of ["A6", "B6", "C3"]) await point(page, name).click();
	await stones(3);
	await point(page, "B6").and(page.locator('[aria-label="B6, White"]')).waitFor();
	await page.keyboard.press("Control+z");
	await stones(2);
	await page.getByRole("button", { name: "White", exact: true }).click();
	for (const name of ["D3", "D4"]) await point(page, name).click();
	await stones(4);
	await point(page, "D4").and(page.locator('[aria-label="D4, White"]')).waitFor();
	await page.getByRole("button", { name: "Remove" }).click();
	await point(page, "A6").click();
	await stones(3);
	await page.getByRole("button", { name: "Undo" }).click();
	await stones(4);
	await page.getByRole("button", { name: "Clear" }).click();
	await stones(0);
	await close(page);
});

async function paste(page: Page, text: string): Promise<void> {
	await page.evaluate((pasted) => {
		const data = new DataTransfer();
		data.setData("text/plain", pasted);
		document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
	}, text);
}

test("what is pasted, dropped or opened is read: rows, records, a FEN; what is none is named", async () => {
	const page = await open();
	await paste(page, "O..\n.X.\n...");
	await page.locator("#question", { hasText: "Click a block" }).waitFor();
	await paste(page, "(;GM[1]SZ[5]AB[ba][ab][cc]AW[bb]C[capture B4])");
	await said(page, /It begins with/);
	await paste(page, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	await said(page, /Mate in 1/);
	await paste(page, "O..\n.X\n...");
	await page.locator(".notices", { hasText: "Row 2 is not as long as the first." }).waitFor();
	await page.evaluate(() => {
		const data = new DataTransfer();
		data.items.add(new File(["(;GM[1]SZ[5]AB[ba][ab][cc]AW[bb]C[save B4])"], "x.sgf"));
		document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
	});
	await page.locator("#question", { hasText: "save" }).waitFor();
	const game = '[Event "?"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';
	await page.locator("#file").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from(game) });
	await said(page, /Mate in 1/);
	await page.locator("#question", { hasText: "Black" }).waitFor();
	await close(page);
});

test("a certificate that was saved can be dropped, pasted and opened: its question is asked again", async () => {
	const first = await open({ fragment: "game=go&board=O../.X./...&goal=capture&target=A3&first=defender" });
	await said(first, /./);
	const bytes = await saved(first, ".exports", "Certificate");
	await close(first);
	const page = await open();
	const give = async (event: "drop" | "paste", data: number[]): Promise<void> => page.evaluate(([kind, given]) => {
		const transfer = new DataTransfer();
		transfer.items.add(new File([new Uint8Array(given)], "x.proof"));
		document.dispatchEvent(kind === "drop"
			? new DragEvent("drop", { dataTransfer: transfer, cancelable: true })
			: new ClipboardEvent("paste", { clipboardData: transfer }));
	}, [event, data] as const);
	await give("drop", [...bytes]);
	await page.locator("#question", { hasText: "Can White save the white stone at A3" }).waitFor();
	await give("paste", [...bytes.subarray(0, 60)]);
	await page.locator(".notices", { hasText: "The certificate cannot be read." }).waitFor();
	await page.locator("#game").selectOption("hex");
	await page.locator("#file").setInputFiles({ name: "x.proof", mimeType: "application/octet-stream", buffer: bytes });
	await page.locator("#question", { hasText: "Can White save the white stone at A3" }).waitFor();
	await close(page);
});

test("limits are chosen one by one, or by an effort", async () => {
	const page = await open();
	const effort = (name: string): ReturnType<typeof page.getByRole> =>
		page.getByRole("group", { name: "Effort" }).getByRole("button", { name, exact: true });
	const isPressed = (name: string, pressed: boolean): Promise<void> =>
		effort(name).and(page.locator(`[aria-pressed="${pressed}"]`)).waitFor();
	const limits = (seconds: string, order: string): Promise<void> => until(async () =>
		(await page.locator("#time").inputValue()) === seconds && (await page.locator("#order").inputValue()) === order,
	`${seconds} s, order ${order}`);
	await isPressed("Usual", true);
	await effort("Deep").click();
	await limits("600", "5");
	await isPressed("Deep", true);
	await isPressed("Usual", false);
	await page.locator("#time").selectOption("60");
	await isPressed("Deep", false);
	await effort("Quick").click();
	await limits("5", "");
	await close(page);
});

test("Gomoku: rules, stones in a row and sizes are asked about", async () => {
	const page = await open({ fragment: "game=gomoku&attacker=black&board=......./.OXXX../......./......./......./......./......." });
	await said(page, /./);
	const asked = page.waitForRequest((request) => request.url().endsWith("/v1/jobs"));
	await page.locator("#in-a-row").selectOption("4");
	assert.match((await asked).postData() ?? "", /"options":\{"k":4\}/);
	await said(page, /Yes\.\s*It begins with F6/);
	const caro = page.waitForRequest((request) => request.url().endsWith("/v1/jobs"));
	await page.locator("#rule").selectOption("caro");
	assert.match((await caro).postData() ?? "", /"options":\{"rule":"caro","k":4\}/);
	await page.locator(".side .verdict:not(.searching)").waitFor();
	await page.locator("#size").selectOption("20");
	await point(page, "T20").click();
	await until(async () => (await point(page, "T20").getAttribute("aria-label")) === "T20, Black", "a stone in the corner");
	await close(page);
});

test("keys: the list, the board by arrows and Enter, focus that is seen, German", async () => {
	const page = await open({ fragment: "game=go&board=O../.X./..." });
	const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute("data-point") ?? null);
	await page.keyboard.press("?");
	await page.getByRole("dialog").waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
	for (let i = 0; i < 40 && (await focused()) === null; i++) {
		await page.keyboard.press("Tab");
		const isSeen = await page.evaluate(() => {
			const { activeElement: on } = document;
			const isHidden = on?.classList.contains("hidden-input") === true;
			const mark = on?.closest("[data-point]")?.firstElementChild ?? (isHidden ? on.previousElementSibling : on);
			if (!mark) return false;
			const style = getComputedStyle(mark);
			return mark instanceof SVGElement && mark.tagName !== "svg" ? style.stroke !== "none" : parseFloat(style.outlineWidth) > 0;
		});
		assert.ok(isSeen, await page.evaluate(() => document.activeElement?.outerHTML ?? ""));
	}
	assert.equal(await focused(), "B2");
	for (const [key, name] of [["ArrowUp", "B3"], ["ArrowLeft", "A3"], ["ArrowLeft", "A3"], ["ArrowUp", "A3"]] as const) {
		await page.keyboard.press(key);
		await until(async () => (await focused()) === name, `${key} goes to ${name}`);
	}
	await page.keyboard.press("Enter");
	await page.locator(".ring").waitFor();
	await page.getByRole("button", { name: "Capture it?" }).focus();
	await page.keyboard.press("Enter");
	await said(page, /Yes\./);
	await page.keyboard.press("x");
	await page.locator("#question", { hasText: "save" }).waitFor();
	await page.getByRole("button", { name: "Deutsch" }).click();
	await page.locator("#question", { hasText: "Kann Weiß" }).waitFor();
	await until(() => page.evaluate(() => document.documentElement.lang === "de"), "the page says that it is German");
	await page.reload();
	await page.getByRole("button", { name: "English" }).waitFor();
	await close(page);
});

test("a link holds the problem", async () => {
	const page = await open({ fragment: "game=go&board=O../.X./...&target=A3&goal=capture&first=defender&seconds=5" });
	await said(page, /No\./);
	await page.getByRole("button", { name: "Copy link" }).click();
	const fragment = new URL(page.url()).hash;
	const other = await open({ fragment: fragment.slice(1) });
	await other.locator("#question", { hasText: "Can White save the white stone at A3?" }).waitFor();
	await close(other);
	await close(page);
});

test("a phone: taps ask, step, walk and edit", async () => {
	const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	await said(page, /Yes\./);
	await page.getByRole("button", { name: "Forward" }).tap();
	await page.locator(".steps .at", { hasText: "move 1 of 11" }).waitFor();
	await point(page, "A9").tap();
	await page.locator(".steps .at", { hasText: "Proof" }).waitFor();
	await page.getByRole("button", { name: "Proof", exact: true }).tap();
	await page.locator("#proof .place").waitFor();
	await page.getByRole("button", { name: "Problem" }).tap();
	await page.getByRole("button", { name: "Edit" }).tap();
	await point(page, "A1").tap();
	await until(async () => (await page.locator("#board .stone").count()) === 10, "a stone more");
	await page.locator("#solve").tap();
	await page.locator(".short .verdict.proven").waitFor();
	assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
	await close(page);
});
