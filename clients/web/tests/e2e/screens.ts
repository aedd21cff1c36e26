// SPDX-License-Identifier: MIT
// screens.ts - every screen and state: axe finds nothing serious in it, light and dark, on a desk and on a phone, and nothing
// is wider than the screen. WEB_SHOTS makes images of them at three widths, WEB_PICTURES those of docs/web.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { close, inspect, open, point, said, shot, test, until } from "./harness";

const SHOTS = process.env.WEB_SHOTS;
const PICTURES = process.env.WEB_PICTURES;
const DESK = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const WALL = { width: 1920, height: 1080 };

const LINES = Array.from({ length: 24 }, (_, i) => [
	"go\tO../.X./...\tcapture A3\tproven\tcorner",
	"go\t......./.X.X.../.XO..../..X..../......./......./.......\tcapture C5\tproven\tladder",
	"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\tQg7#\tmate",
	"go\tX.X/.O./...\tcapture B2\tproven\tfree",
][i % 4]).join("\n");
const LONE = Array.from({ length: 19 }, (_, i) => (i === 9 ? `${".".repeat(9)}O${".".repeat(9)}` : ".".repeat(19))).join("/");
const THREATS = "........./........./..O.X..../...X.X.../..O.O..../...X...../..O....../........./.........";
const FIGHT = "..X....../.XOX...../........./X.X....../.OOO...../........./........./........./.........";
const NET = "........./........./......O../........./..X....../..XO...../...XX..../........./.........";
const MATE = "game=chess&board=r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

interface Screen {
	fragment: string;
	act: (page: Page) => Promise<unknown>;
	/** The panel that shows it on a phone. */
	tab?: string;
	/** Reports come all the time: the images are not alike. */
	isMoving?: boolean;
	locale?: string;
}

const SCREENS: Record<string, Screen> = {
	arrival: { fragment: "", act: (page) => said(page, /Yes\./) },
	line: {
		fragment: "",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("End");
			await page.locator("#board .label").first().waitFor();
		},
	},
	proof: {
		fragment: "", tab: "Proof",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("ArrowRight");
			await point(page, "A9").click();
			await until(async () => (await page.locator("#board .stone").count()) === 12, "Black answers");
			await page.locator("#proof .place").waitFor();
		},
	},
	why: {
		fragment: "game=hex&attacker=black&board=.../..O/...",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("ArrowRight");
			await page.keyboard.press("ArrowRight");
			await page.locator(".steps .at", { hasText: "move 2 of 5" }).waitFor();
			await point(page, "c3").click();
			await said(page, /c3 fails/);
		},
	},
	"why-chess": {
		fragment: `${MATE}&within=3`,
		async act(page) {
			await said(page, /Mate in 3/);
			await point(page, "e5").click();
			await point(page, "d4").click();
			await said(page, /Bd4 fails\..*refutes it/);
		},
	},
	"denied-chess": {
		fragment: `${MATE}&within=2`, tab: "Disproof",
		async act(page) {
			await said(page, /No, not within 2 moves/);
			await point(page, "e5").click();
			await point(page, "d4").click();
			await said(page, /Bd4 fails\..*refutes it/);
		},
	},
	chess: { fragment: MATE, act: (page) => said(page, /Mate in 3/) },
	"chess-edit": {
		fragment: MATE, tab: "Problem",
		async act(page) {
			await said(page, /Mate in 3/);
			await page.keyboard.press("e");
			await page.locator(".palette.chess").waitFor();
		},
	},
	hex: {
		fragment: "game=hex&attacker=black&board=.../.../...",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("a");
			await page.locator(".firsts", { hasText: "5 work" }).waitFor();
		},
	},
	atarigo: {
		fragment: "game=atarigo&attacker=black&board=...../.XO../.OX../...../.....",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("End");
		},
	},
	gomoku: {
		fragment: `game=gomoku&attacker=black&board=${THREATS}`, tab: "Problem",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("e");
			await page.locator(".palette").waitFor();
		},
	},
	ring: {
		fragment: `game=go&board=${NET}`,
		async act(page) {
			await point(page, "D4").click();
			await page.locator(".ring").waitFor();
		},
	},
	nothing: { fragment: `game=go&board=${NET}`, act: (page) => page.locator("#question", { hasText: "Click a block" }).waitFor() },
	denied: { fragment: "game=go&board=X.X/.O./...&target=B2&goal=capture&first=defender", act: (page) => said(page, /(Yes|No)[.,]/) },
	open: {
		fragment: `game=go&board=${LONE}&target=K10&order=5&nodes=500`, act: (page) => said(page, /Not decided/),
	},
	watch: {
		fragment: `game=go&board=${LONE}&target=K10&order=7`, isMoving: true,
		act: (page) => page.locator("#board .ghost").first().waitFor(),
	},
	status: {
		fragment: `game=go&attacker=black&board=${FIGHT}`,
		async act(page) {
			await page.keyboard.press("s");
			await page.locator("#status-count", { hasText: "15 of 15" }).waitFor({ state: "attached" });
		},
	},
	collection: {
		fragment: "", tab: "Collection",
		async act(page) {
			await page.locator("#file").setInputFiles({ name: "problems.tsv", mimeType: "text/plain", buffer: Buffer.from(LINES) });
			await page.getByRole("button", { name: "Solve all" }).click();
			await page.locator("#collection", { hasText: "24 of 24" }).waitFor();
		},
	},
	text: {
		fragment: "", tab: "Problem",
		async act(page) {
			await said(page, /Yes\./);
			await page.getByRole("button", { name: "Paste text" }).click();
			await page.locator(".text textarea").fill("O..\n.X\n...");
			await page.getByRole("button", { name: "Take it" }).click();
			await page.locator(".notices .failure").waitFor();
			await page.getByRole("button", { name: "Paste text" }).click();
			await page.getByText("Ko", { exact: true }).click();
		},
	},
	gone: {
		fragment: "",
		async act(page) {
			await said(page, /Yes\./);
			await page.context().setOffline(true);
			await page.locator(".gone").waitFor();
		},
	},
	german: { fragment: MATE, locale: "de-DE", act: (page) => said(page, /Matt in 3/) },
	keys: {
		fragment: "",
		async act(page) {
			await page.keyboard.press("?");
			await page.getByRole("dialog").waitFor();
		},
	},
};

for (const [name, { fragment, act, tab, isMoving, locale }] of Object.entries(SCREENS))
	test(`the screen of ${name}`, async () => {
		const page = await open({ viewport: DESK, colorScheme: "light", fragment, ...(locale ? { locale } : {}) });
		await act(page);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize(DESK);
			await inspect(page, `${name}, ${colorScheme}`, colorScheme === "dark" ? ["color-contrast"] : []);
			await shot(page, `${name}-${DESK.width}-${colorScheme}`, SHOTS);
			for (const viewport of [WALL, PHONE]) {
				await page.setViewportSize(viewport);
				const isPhone = viewport === PHONE;
				if (isPhone && tab) await page.locator(".tabs").getByRole("button", { name: tab, exact: true }).click();
				if (isPhone && colorScheme === "dark") await inspect(page, `${name}, ${colorScheme}, on a phone`);
				else assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${viewport.width}`);
				await shot(page, `${name}-${viewport.width}-${colorScheme}`, SHOTS);
			}
		}
		if (isMoving) await page.keyboard.press("Escape");
		await close(page);
	});

test("nothing moves by itself for those who want no motion, and colours that are forced leave the board as it is", async () => {
	const page = await open({ fragment: SCREENS.watch?.fragment ?? "", reducedMotion: "no-preference" });
	await page.locator(".light.searching").waitFor();
	const moving = (): Promise<number> => page.evaluate(() => document.getAnimations().length);
	await until(async () => (await moving()) > 0, "the light that is searched");
	await page.emulateMedia({ reducedMotion: "reduce" });
	await until(async () => (await moving()) === 0, "no motion");
	await page.keyboard.press("Escape");
	await page.goto(`${page.url().split("#")[0] ?? ""}#game=go&board=${FIGHT}`);
	await page.emulateMedia({ forcedColors: "active" });
	await page.keyboard.press("e");
	const colours = await page.evaluate(() => ["#board .stone.black", "#board .stone.white", "#board .wood"].map((selector) => {
		const element = document.querySelector(selector);
		return element ? getComputedStyle(element).fill : selector;
	}));
	assert.equal(new Set(colours).size, 3, colours.join(" "));
	const grounds = await page.evaluate(() => ["true", "false"].map((pressed) => {
		const button = document.querySelector(`.palette button[aria-pressed="${pressed}"]`);
		return button ? getComputedStyle(button).backgroundColor : pressed;
	}));
	assert.notEqual(grounds[0], grounds[1], "which tool is chosen can be seen");
	await shot(page, "forced-colors", SHOTS);
	await close(page);
});

/** The pictures of docs/web.md, as small as one can still read. */
const SMALL: Record<string, { width: number; height: number; scale: number; colorScheme: "light" | "dark" }> = {
	arrival: { width: 1100, height: 720, scale: 0.72, colorScheme: "light" },
	proof: { width: 1100, height: 720, scale: 0.6, colorScheme: "light" },
	watch: { width: 1100, height: 720, scale: 0.6, colorScheme: "dark" },
	status: { width: 1100, height: 720, scale: 0.6, colorScheme: "light" },
	collection: { width: 1600, height: 800, scale: 0.5, colorScheme: "light" },
	chess: { width: 390, height: 760, scale: 0.8, colorScheme: "dark" },
};

if (PICTURES)
	for (const [name, { width, height, scale, colorScheme }] of Object.entries(SMALL))
		test(`a picture of ${name}`, async () => {
			const screen = SCREENS[name];
			assert.ok(screen);
			const page = await open({
				viewport: { width, height }, deviceScaleFactor: scale, colorScheme, fragment: screen.fragment,
			});
			await screen.act(page);
			await shot(page, name, PICTURES);
			await close(page);
		});
