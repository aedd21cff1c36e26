// SPDX-License-Identifier: MIT
// harness.ts - a daemon, a gateway and a browser, which all cases share, and pages that complain of nothing.
//
// TESUJID and TESUJI_HTTP name the programs, WEB_BUNDLE the page, CHROMIUM the browser. WEB_SHOTS is where images of the
// screens go, and WEB_PICTURES where the pictures of docs/web go; without them none are made.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import axeCore from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type ConsoleMessage, type Page } from "playwright-core";

const ROOT = join(process.cwd(), "../..");
const BUILD = process.env.TESUJI_BUILD ?? join(ROOT, "build");
const TESUJID = process.env.TESUJID ?? join(BUILD, "server/tesujid");
const TESUJI_HTTP = process.env.TESUJI_HTTP ?? join(BUILD, "clients/http/tesuji-http");
export const BUNDLE = process.env.WEB_BUNDLE ?? join(BUILD, "clients/share/tesuji/web");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Searches at a time: each case has one, or some. */
const WORKERS = 4;
const WAIT_MS = 20_000;
const POLL_MS = 20;

/* --- cases --- */

export interface Case {
	name: string;
	run: () => Promise<void> | void;
}

export const cases: Case[] = [];

/** test adds a case; main.test.ts runs them, a few at a time. */
export function test(name: string, run: Case["run"]): void {
	cases.push({ name, run });
}

/* --- programs --- */

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

function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
	return new Promise((resolve) => child.on("exit", () => resolve()));
}

/** A daemon and a gateway, each of which can be stopped and started again. */
export class Server {
	private readonly folder = mkdtempSync(join(tmpdir(), "tesuji-web-"));
	private daemon: ChildProcess | null = null;
	private gateway: ChildProcess | null = null;
	private port = "0";
	workers = WORKERS;
	/** What else they are started with. */
	daemonOptions: string[] = [];
	gatewayOptions: string[] = [];

	get url(): string {
		return `http://127.0.0.1:${this.port}/`;
	}

	/** withAccounts: there are accounts, and where it is needed, only who has a token is answered. Returns that of alice. */
	withAccounts(isNeeded: boolean): string {
		const told = spawnSync(TESUJID, ["--new-token", "alice"], { encoding: "utf8" }).stdout;
		const [row = "", token = ""] = told.split("\n").filter((text) => text !== "" && !text.startsWith("#"));
		const path = join(this.folder, "accounts");
		writeFileSync(path, `www user=${process.getuid?.() ?? 0} gateway=yes\n${row}\n`, { mode: 0o600 });
		this.daemonOptions = ["--accounts", path];
		this.gatewayOptions = isNeeded ? ["--need-token", "true"] : [];
		return token.trim();
	}

	async start(): Promise<void> {
		assert.ok(existsSync(join(BUNDLE, "index.html")), `no page in ${BUNDLE}`);
		await this.startDaemon();
		await this.startGateway();
	}

	async startDaemon(): Promise<void> {
		this.daemon = spawn(TESUJID, [
			"--listen", "none", "--socket", join(this.folder, "socket"), "--workers", `${this.workers}`,
			"--table-mib", "64", "--drain-ms", "200", ...this.daemonOptions,
		], { stdio: ["ignore", "ignore", "pipe"] });
		await line(this.daemon, "stderr", /listen address=unix:/);
	}

	/** startGateway starts it on the port that it had before. */
	async startGateway(): Promise<void> {
		this.gateway = spawn(TESUJI_HTTP, [
			"--server", `unix:${join(this.folder, "socket")}`, "--listen", `127.0.0.1:${this.port}`, "--web", BUNDLE,
			...this.gatewayOptions,
		], { stdio: ["ignore", "pipe", "ignore"] });
		const [, port = ""] = await line(this.gateway, "stdout", /http:\/\/127\.0\.0\.1:(\d+)/);
		this.port = port;
	}

	async killDaemon(): Promise<void> {
		this.daemon?.kill("SIGKILL");
		if (this.daemon) await ended(this.daemon);
	}

	async killGateway(): Promise<void> {
		this.gateway?.kill("SIGKILL");
		if (this.gateway) await ended(this.gateway);
	}

	async stop(): Promise<void> {
		for (const child of [this.gateway, this.daemon]) {
			child?.kill("SIGTERM");
			if (child) await ended(child);
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** withServer lends a case a daemon and a gateway of its own, which `ready` may set up. */
export async function withServer(run: (server: Server) => Promise<void>, ready?: (server: Server) => void): Promise<void> {
	const server = new Server();
	try {
		ready?.(server);
		await server.start();
		await run(server);
	} finally {
		await server.stop();
	}
}

/** What all cases share. */
export const shared = new Server();
let browser: Browser | null = null;

export async function startAll(workers = WORKERS): Promise<void> {
	shared.workers = workers;
	await shared.start();
	browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
}

export async function stopAll(): Promise<void> {
	await browser?.close();
	await shared.stop();
}

/* --- pages --- */

const complaints = new WeakMap<Page, string[]>();

/** isRefusal: does the browser say that a question to the gateway got an error, or no answer? The page tells that itself, and
 * tests look at what it tells. Anything else that cannot be loaded is a complaint. */
function isRefusal(message: ConsoleMessage): boolean {
	const { url } = message.location();
	return message.text().includes("Failed to load resource") && URL.canParse(url) && new URL(url).pathname.startsWith("/v1/");
}

/** open opens the page in a browser's window of its own. `ready` is called before it loads. */
export async function open(
	options: BrowserContextOptions & { fragment?: string; server?: Server; ready?: (page: Page) => Promise<unknown> } = {},
): Promise<Page> {
	const { fragment = "", server = shared, ready, ...context } = options;
	if (!browser) throw new Error("no browser");
	const page = await (await browser.newContext({
		viewport: { width: 1280, height: 860 }, locale: "en-GB", acceptDownloads: true, ...context,
	})).newPage();
	page.setDefaultTimeout(WAIT_MS);
	const heard: string[] = [];
	complaints.set(page, heard);
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type()) && !isRefusal(message))
			heard.push(`${message.text()} ${message.location().url}`);
	});
	page.on("pageerror", (error) => heard.push(error.message));
	await ready?.(page);
	await page.goto(`${server.url}${fragment && `#${fragment}`}`);
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
	await page.locator(".side .verdict").filter({ hasText: pattern }).first().waitFor({ state: "attached" });
}

/** point: a point of the board, to click on. */
export function point(page: Page, name: string): ReturnType<Page["locator"]> {
	return page.locator(`#board [data-point="${name}"]`);
}

/** saved: the file that a button of a part of the page hands over. */
export async function saved(page: Page, part: ".exports" | ".collection", name: string): Promise<Buffer> {
	const [file] = await Promise.all([
		page.waitForEvent("download"), page.locator(part).getByRole("button", { name, exact: true }).click(),
	]);
	return readFileSync(await file.path());
}

export async function shot(page: Page, name: string, folder: string | undefined): Promise<void> {
	if (!folder) return;
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** until waits for something to become true. */
export async function until(what: () => Promise<boolean>, name: string): Promise<void> {
	const end = Date.now() + WAIT_MS;
	while (!(await what())) {
		if (Date.now() > end) assert.fail(`not within ${WAIT_MS} ms: ${name}`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/* --- what is looked at on every screen --- */

interface Violation {
	impact: string;
	id: string;
	nodes: { html: string; failureSummary: string }[];
}

/** inspect runs axe over a screen, which must have nothing serious, and no more width than it has. `rules` are those that
 * are looked at; none: all. */
export async function inspect(page: Page, name: string, rules: string[] = []): Promise<void> {
	const size = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
	assert.ok(size[0] <= size[1], `${name}: ${size[0]} px wide on a screen of ${size[1]}`);
	// Once a page, and without axe itself as the value: to bring that here takes seconds.
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`(() => { ${axeCore.source} })(); 0`);
	const found = await page.evaluate(async (runOnly) => {
		const { axe } = window as unknown as { axe: { run(of: Document, options: object): Promise<{ violations: Violation[] }> } };
		const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(runOnly.length > 0 ? { runOnly } : {}) });
		return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
			.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""} ${nodes[0]?.failureSummary ?? ""}`);
	}, rules);
	assert.deepEqual(found, [], name);
}
