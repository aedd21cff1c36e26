// SPDX-License-Identifier: MIT
// shots.test.ts - images of every screen at three widths, light and dark, for whoever looks at them: in the build
// folder, or where WEB_SHOTS says. What a test can see of them is that nothing is wider than the screen. The pictures
// of docs/web are made here too: WEB_PICTURES names the folder.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { close, type Desk, open, point, said, shot, SHOTS, start } from "./harness";

let desk: Desk;
before(async () => {
	desk = await start();
});
after(() => desk.stop());

const SIZES = [{ width: 390, height: 844 }, { width: 1024, height: 768 }, { width: 1920, height: 1080 }];

async function tab(page: Page, name: string): Promise<void> {
	const tabs = page.locator(".tabs");
	if (await tabs.isVisible()) await tabs.getByRole("button", { name, exact: true }).click();
}

const LINES = Array.from({ length: 24 }, (_, i) => [
	"go\tO../.X./...\tcapture A3\tproven\tcorner",
	"go\t......./.X.X.../.XO..../..X..../......./......./.......\tcapture C5\tproven\tladder",
	"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\tQg7#\tmate",
][i % 3]).join("\n");
const LONE = Array.from({ length: 19 }, (_, i) => (i === 9 ? `${".".repeat(9)}O${".".repeat(9)}` : ".".repeat(19))).join("/");
const THREATS = "........./........./..O.X..../...X.X.../..O.O..../...X...../..O....../........./.........";
const FIGHT = "..X....../.XOX...../........./X.X....../.OOO...../........./........./........./.........";

const SCREENS: Record<string, { fragment: string; act: (page: Page) => Promise<void> }> = {
	arrival: { fragment: "", act: (page) => said(page, /Yes\./) },
	line: {
		fragment: "",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("End");
			await page.locator("#board .label").first().waitFor();
		},
	},
	chess: { fragment: "game=chess&board=r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", act: (page) => said(page, /Mate in 3/) },
	hex: {
		fragment: "game=hex&attacker=black&board=.../.../...",
		async act(page) {
			await said(page, /Yes\./);
			await page.keyboard.press("a");
			await page.locator(".firsts", { hasText: "5 work" }).waitFor();
		},
	},
	gomoku: {
		fragment: `game=gomoku&attacker=black&board=${THREATS}`,
		async act(page) {
			await said(page, /Yes\./);
			await tab(page, "Problem");
			await page.keyboard.press("e");
			await page.locator(".palette").waitFor();
		},
	},
	ring: {
		fragment: "game=go&board=........./........./......O../........./..X....../..XO...../...XX..../........./.........",
		async act(page) {
			await point(page, "D4").click();
			await page.locator(".ring").waitFor();
		},
	},
	watch: { fragment: `game=go&board=${LONE}&target=K10&order=7`, act: (page) => page.locator("#board .ghost").first().waitFor() },
	status: {
		fragment: `game=go&attacker=black&board=${FIGHT}`,
		async act(page) {
			await page.keyboard.press("s");
			await page.locator("#status-count", { hasText: "15 of 15" }).waitFor({ state: "attached" });
		},
	},
	collection: {
		fragment: "",
		async act(page) {
			const file = { name: "problems.tsv", mimeType: "text/plain", buffer: Buffer.from(LINES) };
			await page.locator("#file").setInputFiles(file);
			await page.locator("#collection").waitFor({ state: "attached" });
			await tab(page, "Collection");
			await page.getByRole("button", { name: "Solve all" }).click();
			await page.locator("#collection", { hasText: "24 of 24" }).waitFor();
		},
	},
	keys: {
		fragment: "",
		async act(page) {
			await page.keyboard.press("?");
			await page.getByRole("dialog").waitFor();
		},
	},
};

for (const [name, { fragment, act }] of Object.entries(SCREENS))
	test(`images of ${name}`, async () => {
		for (const viewport of SIZES) {
			const page = await open(desk, { viewport, colorScheme: "light", fragment });
			await act(page);
			assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${viewport.width}`);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				await shot(page, `${name}-${viewport.width}-${colorScheme}`);
			}
			await close(page);
		}
	});

/** The pictures of docs/web.md, as small as one can still read. */
const PICTURES: Record<string, { width: number; height: number; scale: number; colorScheme: "light" | "dark" }> = {
	arrival: { width: 1100, height: 720, scale: 0.72, colorScheme: "light" },
	watch: { width: 1100, height: 720, scale: 0.6, colorScheme: "dark" },
	status: { width: 1100, height: 720, scale: 0.6, colorScheme: "light" },
	collection: { width: 1600, height: 800, scale: 0.5, colorScheme: "light" },
	chess: { width: 390, height: 760, scale: 0.8, colorScheme: "dark" },
};

for (const [name, { width, height, scale, colorScheme }] of Object.entries(PICTURES))
	test(`a picture of ${name}`, async () => {
		const screen = SCREENS[name];
		assert.ok(screen);
		const page = await open(desk, {
			viewport: { width, height }, deviceScaleFactor: scale, colorScheme, fragment: screen.fragment,
		});
		await screen.act(page);
		await shot(page, name, process.env.WEB_PICTURES ?? join(SHOTS, "pictures"));
		await close(page);
	});
