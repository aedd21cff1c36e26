// SPDX-License-Identifier: MIT
// login.ts - a gateway that answers only those who have a token: the page asks for it, and for nothing else.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { close, inspect, open, said, type Server, shot, test, until, withServer } from "./harness";

const CORNER = "game=go&board=O../.X./...&target=A3&goal=capture";
const SIZES = [{ width: 1024, height: 768 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }];

function withTokens(run: (server: Server, token: string) => Promise<void>, isNeeded = true): Promise<void> {
	let token = "";
	return withServer((server) => run(server, token), (server) => (token = server.withAccounts(isNeeded)));
}

const field = (page: Page): ReturnType<Page["locator"]> => page.getByLabel("Token", { exact: true });

async function look(page: Page, name: string): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const)
		for (const viewport of SIZES) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize(viewport);
			const isWhole = (colorScheme === "light") === (viewport.width === 1024) && viewport.width !== 1920;
			await inspect(page, `${name}, ${colorScheme}, ${viewport.width}`, isWhole ? [] : ["color-contrast"]);
			await shot(page, `${name}-${viewport.width}-${colorScheme}`, process.env.WEB_SHOTS);
		}
	await page.setViewportSize({ width: 1280, height: 860 });
}

test("who has no token is asked for one; a wrong one is told of; the right one asks all, streams too, until one logs out", () =>
	withTokens(async (server, token) => {
		const seen: { path: string; token: string }[] = [];
		const page = await open({
			server, fragment: CORNER,
			ready: (ready) => {
				ready.on("request", (request) =>
					seen.push({ path: new URL(request.url()).pathname, token: request.headers().authorization ?? "" }));
				return Promise.resolve();
			},
		});
		const form = page.getByRole("form", { name: "Log in" });
		await form.getByText("This service answers only those who have a token").waitFor();
		await look(page, "login");
		await field(page).fill("alice.wrong");
		await page.keyboard.press("Enter");
		await form.getByRole("alert").filter({ hasText: "That is no token of this service" }).waitFor();
		assert.equal(await field(page).inputValue(), "");
		await look(page, "login-wrong");
		await field(page).fill(token);
		await form.getByRole("button", { name: "Log in" }).click();
		await said(page, /Yes\./);
		await form.waitFor({ state: "detached" });
		await page.locator("#walk").click();
		await page.locator("#proof .place").waitFor();
		await page.keyboard.press("a");
		await page.locator(".firsts", { hasText: /\d+ works?, / }).waitFor();
		// From the first that had it: until then the page has looked whether the service is there, as nobody.
		const asked = seen.slice(seen.findIndex((one) => one.token === `Bearer ${token}`)).filter(({ path }) => path.startsWith("/v1/"));
		assert.deepEqual(asked.filter((one) => one.token !== `Bearer ${token}`), []);
		for (const part of ["/events", "/proof", "/v1/moves"]) assert.ok(asked.some(({ path }) => path.endsWith(part)), part);
		await look(page, "logged-in");
		assert.ok(!page.url().includes(token));
		assert.deepEqual(await page.evaluate((secret) => [
			window.localStorage.length === 0 || !JSON.stringify(window.localStorage).includes(secret), document.cookie,
			document.documentElement.outerHTML.includes(secret),
		], token), [true, "", false]);
		await page.reload();
		await said(page, /Yes\./);
		await page.getByRole("button", { name: "Log out alice" }).click();
		await page.getByRole("button", { name: "Log out" }).waitFor({ state: "detached" });
		await form.waitFor();
		await until(() => page.evaluate(() => window.sessionStorage.length === 0), "the token is forgotten");
		await close(page);
	}));

test("a token that is taken away while somebody searches is asked for again", () => withTokens(async (server, token) => {
	const page = await open({ server, fragment: CORNER });
	await field(page).fill(token);
	await page.keyboard.press("Enter");
	await said(page, /Yes\./);
	await page.route("**/v1/**", (route) => route.fulfill({
		status: 401, contentType: "application/problem+json",
		body: JSON.stringify({ type: "", title: "", status: 401, code: "wrong_token", detail: "no account has this token" }),
	}));
	await page.keyboard.press("x");
	await page.getByRole("alert").filter({ hasText: "That is no token of this service" }).waitFor();
	await page.unroute("**/v1/**");
	await field(page).fill(token);
	await page.keyboard.press("Enter");
	await until(async () => (await page.getByRole("form", { name: "Log in" }).count()) === 0, "logged in");
	await said(page, /(Yes|No)[.,]/);
	await close(page);
}));

test("where nobody needs a token, one may be given: the field opens when it is asked for, and closes again", () =>
	withTokens(async (server, token) => {
		const page = await open({ server, fragment: CORNER });
		await said(page, /Yes\./);
		const form = page.getByRole("form", { name: "Log in" });
		await page.locator("#login").waitFor();
		assert.equal(await form.count(), 0);
		await page.locator("#login").click();
		await form.getByText("With a token you ask as your own account.").waitFor();
		await until(() => field(page).evaluate((input) => input === document.activeElement), "the field has the focus");
		await look(page, "login-offered");
		await page.keyboard.press("Escape");
		await form.waitFor({ state: "detached" });
		await page.locator("#login").click();
		await field(page).fill("alice.wrong");
		await page.keyboard.press("Enter");
		await form.getByRole("alert").filter({ hasText: "That is no token of this service" }).waitFor();
		await form.getByRole("button", { name: "Cancel" }).click();
		await form.waitFor({ state: "detached" });
		await page.locator("#login").click();
		await field(page).fill(token);
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Log out alice" }).click();
		await page.locator("#login").waitFor();
		assert.equal(await form.count(), 0);
		await close(page);
	}, false));
