// SPDX-License-Identifier: MIT
// link.ts - daemons and gateways that go away and come back, a browser without network, tabs beside each other.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { typesOf } from "../../api.mjs";
import { close, open, point, said, type Server, shared, test, until, withServer } from "./harness";

const LONE = Array.from({ length: 19 }, (_, i) => (i === 9 ? `${".".repeat(9)}O${".".repeat(9)}` : ".".repeat(19))).join("/");
const LONG = `game=go&board=${LONE}&target=K10&order=7`;
const CORNER = "game=go&board=O../.X./...&target=A3&goal=capture";

test("the types of the messages are those that the gateway describes", async () => {
	const description: unknown = await (await fetch(`${shared.url}openapi.json`)).json();
	assert.equal(readFileSync("src/api.ts", "utf8"), typesOf(description),
		"src/api.ts is old: run the gateway, and `node api.mjs http://127.0.0.1:7412/` in clients/web");
});

test("the daemon is killed and comes back: the page says both, and asks again", () => withServer(async (server) => {
	const page = await open({ server, fragment: LONG });
	const ended: string[] = [];
	page.on("request", (request) => { if (request.method() === "DELETE") ended.push(request.url()); });
	await page.locator(".light.searching").waitFor();
	await server.killDaemon();
	await page.locator(".gone", { hasText: /The daemon is gone\. Trying again( in \d s)?\./ }).waitFor();
	await page.keyboard.press("ArrowRight");
	// The page may have asked before the harness has read that the daemon listens.
	await Promise.all([
		page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/jobs")),
		page.locator(".notices", { hasText: "The daemon is back." }).waitFor(),
		server.startDaemon(),
	]);
	await page.locator(".gone").waitFor({ state: "detached" });
	await page.locator(".light.searching").waitFor();
	await until(async () => (await jobs(server)).some(({ state, nodes }) => state === "running" && nodes > 0), "searched again");
	assert.deepEqual(ended, [], "bug: the job that the old daemon had was cancelled, whose number the new one had given again");
	await page.locator(".notices", { hasText: "The daemon is back." }).waitFor({ state: "detached" });
	await close(page);
}));

test("nobody answers a question while the daemon is away, and it is answered when it is back", () => withServer(async (server) => {
	const page = await open({ server, fragment: CORNER });
	await said(page, /Yes\./);
	await server.killDaemon();
	await page.locator("#solve").click();
	await page.locator(".gone").waitFor();
	await server.startDaemon();
	await page.locator(".gone").waitFor({ state: "detached" });
	await said(page, /Yes\./);
	await close(page);
}));

test("a service that wants a token is no service that is away: the page says what is missing", () => withServer(async (server) => {
	await server.killGateway();
	server.gatewayOptions = ["--need-token", "true"];
	await server.startGateway();
	const page = await open({ server, fragment: CORNER });
	await said(page, /Log in to get an answer\./);
	assert.equal(await page.locator(".gone").count(), 0);
	await close(page);
}));

interface JobTold {
	state: string;
	nodes: number;
}

async function jobs(server: Server): Promise<JobTold[]> {
	return ((await (await fetch(`${server.url}v1/jobs`)).json()) as { jobs: JobTold[] }).jobs;
}

test("a connection that is lost is taken up where it was, and the search goes on", () => withServer(async (server) => {
	const followed: Record<string, string>[] = [];
	const page = await open({
		server, fragment: LONG,
		ready: async (ready: Page) => {
			ready.on("request", (request) => {
				if (request.url().includes("/events")) followed.push(request.headers());
			});
			// A network that breaks after the first reports: what follows is cut off, once.
			await ready.addInitScript(() => {
				const real = window.fetch.bind(window);
				let isCut = false;
				window.fetch = async (input, init) => {
					const response = await real(input, init);
					if (isCut || !(input as string).includes("/events") || !response.body) return response;
					isCut = true;
					let reports = 0;
					const cut = new TransformStream<Uint8Array, Uint8Array>({
						transform(chunk, controller) {
							reports++;
							if (reports > 5) controller.error(new TypeError("network error"));
							else controller.enqueue(chunk);
						},
					});
					return new Response(response.body.pipeThrough(cut), { status: 200, headers: response.headers });
				};
			});
		},
	});
	await until(() => Promise.resolve(followed.length === 2), "followed again");
	assert.match(followed[1]?.["last-event-id"] ?? "", /^\d+$/);
	await page.locator("#board .ghost").first().waitFor();
	const [job, ...others] = await jobs(server);
	assert.deepEqual([job?.state, others.length], ["running", 0]);
	await page.locator("#cancel").click();
	await said(page, /Stopped before it was decided/);
	await close(page);
}));

test("who asks something else, or leaves, ends the search", () => withServer(async (server) => {
	const page = await open({ server, fragment: LONG });
	await page.locator(".light.searching").waitFor();
	await page.keyboard.press("x");
	const running = async (): Promise<number> => (await jobs(server)).filter(({ state }) => state === "running").length;
	await until(async () => (await jobs(server)).length === 2 && (await running()) <= 1, "the first one is stopped");
	await page.locator("#game").selectOption("go");
	await said(page, /Yes\./);
	await page.goto(`${server.url}#${LONG}&seconds=50`);
	await page.locator(".light.searching").waitFor();
	await until(async () => (await running()) === 1, "one is searched");
	await page.goto("about:blank");
	await until(async () => (await running()) === 0, "it is stopped");
	await close(page);
}));

test("the gateway goes away and comes back", () => withServer(async (server) => {
	const page = await open({ server, fragment: CORNER });
	await said(page, /Yes\./);
	await server.killGateway();
	await page.keyboard.press("x");
	await page.locator(".gone", { hasText: "The gateway does not answer." }).waitFor();
	await server.startGateway();
	await page.locator(".gone").waitFor({ state: "detached" });
	await said(page, /No\./);
	await close(page);
}));

test("without network the page says so at once, and its board and line can still be used", async () => {
	const page = await open({ fragment: CORNER });
	await said(page, /Yes\./);
	await page.context().setOffline(true);
	await page.locator(".gone", { hasText: "The gateway does not answer." }).waitFor();
	await page.keyboard.press("End");
	await page.locator(".steps .at", { hasText: "move 3 of 3" }).waitFor();
	await page.keyboard.press("e");
	await point(page, "C1").click();
	await until(async () => (await page.locator("#board .stone").count()) === 3, "a stone more");
	await page.context().setOffline(false);
	await page.locator(".notices", { hasText: "The daemon is back." }).waitFor();
	await page.locator("#solve").click();
	await said(page, /(Yes|No)[.,]/);
	await close(page);
});

test("two tabs do not disturb each other", async () => {
	const one = await open({ fragment: LONG });
	const two = await one.context().newPage();
	await one.locator(".light.searching").waitFor();
	await two.goto(`${shared.url}#game=hex&attacker=black&board=...../.X.../...../...O./.....`);
	await said(two, /Yes\./);
	await two.keyboard.press("Escape");
	await two.locator("#question", { hasText: "win" }).waitFor();
	await one.locator("#question", { hasText: "capture" }).waitFor();
	await one.locator(".light.searching").waitFor();
	await one.locator("#cancel").click();
	await said(one, /Stopped/);
	await said(two, /Yes\./);
	await close(one);
});
