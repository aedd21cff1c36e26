// SPDX-License-Identifier: MIT
// harness.ts - a daemon, a gateway and a browser for the tests, and pages that complain of nothing.
//
// TESUJID and TESUJI_HTTP name the programs, WEB_BUNDLE the page, CHROMIUM the browser, WEB_SHOTS where images go.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const ROOT = join(process.cwd(), "../..");
const BUILD = process.env.TESUJI_BUILD ?? join(ROOT, "build");
const TESUJID = process.env.TESUJID ?? join(BUILD, "server/tesujid");
const TESUJI_HTTP = process.env.TESUJI_HTTP ?? join(BUILD, "clients/http/tesuji-http");
export const BUNDLE = process.env.WEB_BUNDLE ?? join(BUILD, "clients/share/tesuji/web");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const SHOTS = process.env.WEB_SHOTS ?? join(BUILD, "clients/web/shots");
const WAIT_MS = 15_000;

/** A line of a program's output that matches; fails when the program ends without one. */
function line(child: ChildProcess, from: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
	return new Promise((resolve, reject) => {
		const stream = child[from];
		if (!stream) throw new Error("no output");
		const seen: string[] = [];
		createInterface({ input: stream }).on("line", (text) => {
			seen.push(text);
			const match = pattern.exec(text);
			if (match) resolve(match);
		});
		child.on("exit", (code) => reject(new Error(`exit ${code}: ${seen.join("\n")}`)));
	});
}

export function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
	return new Promise((resolve) => child.on("exit", () => resolve()));
}

export class Daemon {
	process: ChildProcess | null = null;
	constructor(readonly socket: string) {}

	async start(): Promise<void> {
		this.process = spawn(TESUJID, [
			"--listen", "none", "--socket", this.socket, "--workers", "2", "--table-mib", "64", "--drain-ms", "200",
		], { stdio: ["ignore", "ignore", "pipe"] });
		await line(this.process, "stderr", /listen address=unix:/);
	}

	async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
		this.process?.kill(signal);
		if (this.process) await ended(this.process);
	}
}

export interface Desk {
	daemon: Daemon;
	url: string;
	browser: Browser;
	stop(): Promise<void>;
}

export async function start(): Promise<Desk> {
	assert.ok(existsSync(join(BUNDLE, "index.html")), `no page in ${BUNDLE}`);
	const folder = mkdtempSync(join(tmpdir(), "tesuji-web-"));
	const daemon = new Daemon(join(folder, "socket"));
	await daemon.start();
	const gateway = spawn(TESUJI_HTTP, ["--server", `unix:${daemon.socket}`, "--listen", "127.0.0.1:0", "--web", BUNDLE], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [, port] = await line(gateway, "stdout", /http:\/\/127\.0\.0\.1:(\d+)/);
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
	return {
		daemon, browser, url: `http://127.0.0.1:${port ?? ""}/`,
		async stop() {
			await browser.close();
			gateway.kill("SIGTERM");
			await ended(gateway);
			await daemon.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const complaints = new WeakMap<Page, string[]>();

/** What a browser says when the daemon is gone, which is no complaint about the page. */
const EXPECTED = "Failed to load resource";

export async function open(desk: Desk, options: BrowserContextOptions & { fragment?: string } = {}): Promise<Page> {
	const { fragment = "", ...context } = options;
	const page = await (await desk.browser.newContext({
		viewport: { width: 1280, height: 860 }, locale: "en-GB", acceptDownloads: true, ...context,
	})).newPage();
	page.setDefaultTimeout(WAIT_MS);
	const heard: string[] = [];
	complaints.set(page, heard);
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type()) && !message.text().includes(EXPECTED)) heard.push(message.text());
	});
	page.on("pageerror", (error) => heard.push(error.message));
	await page.goto(`${desk.url}${fragment && `#${fragment}`}`);
	await page.waitForSelector("#board");
	return page;
}

/** close closes a page, which must not have complained: no error, no violation of the policy. */
export async function close(page: Page): Promise<void> {
	assert.deepEqual(complaints.get(page), []);
	await page.context().close();
}

/** said waits until the verdict matches. */
export async function said(page: Page, pattern: RegExp): Promise<void> {
	await page.locator(".answer #verdict, .side .verdict").filter({ hasText: pattern }).first().waitFor({ state: "attached" });
}

/** point: a point of the board, to click on. */
export function point(page: Page, name: string): ReturnType<Page["locator"]> {
	return page.locator(`#board [data-point="${name}"]`);
}

export async function shot(page: Page, name: string, folder = SHOTS): Promise<void> {
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** until waits for something to become true. */
export async function until(what: () => Promise<boolean>, name: string): Promise<void> {
	const end = Date.now() + WAIT_MS;
	while (!(await what())) {
		if (Date.now() > end) assert.fail(`not within ${WAIT_MS} ms: ${name}`);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
