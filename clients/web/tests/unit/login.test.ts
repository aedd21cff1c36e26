// SPDX-License-Identifier: MIT
// login.test.ts - who asks: tokens that are given, refused, kept and forgotten. The gateway is played here.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as connection from "../../src/connection";
import { Login } from "../../src/login";
import { problemOf } from "../../src/problem";
import { reduce } from "../../src/reduce";
import { begin, type State } from "../../src/state";

const RIGHT = "alice.secret";
const KEY = "tesuji.token";
const real = globalThis.fetch;

interface Played {
	login: Login;
	state: () => State;
	/** What was asked, each with its token. */
	asked: (string | null)[];
	kept: Map<string, string>;
	again: () => number;
}

interface Service {
	/** How it refuses a token. */
	status?: number;
	/** As which account it asks for those who have none; "": it has no accounts, null: not at all. */
	own?: string | null;
}

/** play begins with a gateway that answers those who have the right token, and with what the tab has kept. */
async function play(kept: Record<string, string> = {}, { status = 401, own = null }: Service = {}): Promise<Played> {
	const asked: (string | null)[] = [];
	globalThis.fetch = (_, init) => {
		const said = new Headers(init?.headers).get("Authorization");
		asked.push(said);
		const isRight = said === `Bearer ${RIGHT}` || (said === null && own !== null);
		const account = said === null ? own : "alice";
		const refused = { type: "", title: "no", status, code: status === 401 ? "wrong_token" : "busy", detail: "come again" };
		const body = isRight ? (account ? { account } : {}) : refused;
		return Promise.resolve(new Response(JSON.stringify(body), { status: isRight ? 200 : status }));
	};
	const items = new Map(Object.entries(kept));
	const sessionStorage = {
		getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => items.set(key, value),
		removeItem: (key: string) => items.delete(key),
	};
	Object.assign(globalThis, { window: { sessionStorage } });
	let state = begin(problemOf("go", ".../.../..."));
	let times = 0;
	const login = new Login({ state: () => state, send: (message) => (state = reduce(state, message)) }, () => times++);
	await login.begin();
	asked.length = 0;
	return { login, state: () => state, asked, kept: items, again: () => times };
}

afterEach(() => {
	globalThis.fetch = real;
	connection.askAs("");
	Reflect.deleteProperty(globalThis, "window");
});

test("a request that is refused asks for a token, and the right one is kept and asks again", async () => {
	const { login, state, asked, kept, again } = await play();
	assert.equal(state().login.phase, "wanted");
	await assert.rejects(connection.get("/v1/info"), { status: 401 });
	assert.deepEqual([state().login.phase, state().login.isNeeded], ["wanted", true]);
	const entered = login.enter(` ${RIGHT}\n`);
	assert.equal(state().login.phase, "checking");
	await entered;
	assert.deepEqual([state().login.phase, kept.get(KEY), again()], ["in", RIGHT, 1]);
	await connection.get("/v1/games");
	assert.deepEqual(asked, [null, `Bearer ${RIGHT}`, `Bearer ${RIGHT}`]);
	const left = login.leave();
	assert.deepEqual([state().login.phase, kept.size], ["none", 0]);
	await left;
	assert.deepEqual([state().login.phase, asked.at(-1)], ["wanted", null]);
});

test("a wrong token is told of, not kept and not asked with again", async () => {
	const { login, state, asked, kept, again } = await play();
	await login.enter("nobody.secret");
	assert.deepEqual([state().login.phase, kept.size, again()], ["wrong", 0, 0]);
	await assert.rejects(connection.get("/v1/info"));
	assert.deepEqual([state().login.phase, asked.at(-1)], ["wrong", null]);
	for (const text of ["", "two words", "schlüssel"]) await login.enter(text);
	assert.deepEqual([state().login.phase, asked.length], ["wrong", 2]);
});

test("a token that cannot be tried now is not wrong", async () => {
	const { login, state, kept } = await play({}, { status: 503 });
	await login.enter("nobody.secret");
	assert.deepEqual([state().login.phase, state().login.failure?.what, kept.size], ["offered", "come again", 0]);
});

test("a tab that is loaded again goes on with its token, until that is none any more", async () => {
	const { state, asked, kept } = await play({ [KEY]: RIGHT });
	assert.deepEqual([state().login.phase, state().login.account], ["in", "alice"]);
	await connection.get("/v1/info");
	assert.equal(asked[0], `Bearer ${RIGHT}`);
	const old = await play({ [KEY]: "alice.old" });
	assert.deepEqual([old.state().login.phase, old.kept.size], ["wrong", 0]);
	assert.equal(kept.size, 1);
});

test("an answer to what was asked before somebody has logged in does not log out", async () => {
	const { login, state } = await play();
	const before = connection.get("/v1/info").catch(() => null);
	await login.enter(RIGHT);
	await before;
	assert.equal(state().login.phase, "in");
});

test("who need not log in may: the page finds out whether there are accounts", async () => {
	const none = await play({}, { own: "" });
	assert.deepEqual([none.state().login.phase, none.state().login.hasAccounts], ["none", false]);
	const { login, state, kept } = await play({}, { own: "www" });
	assert.deepEqual([state().login.phase, state().login.hasAccounts, state().login.account], ["none", true, ""]);
	login.offer(true);
	await login.enter("alice.wrong");
	assert.deepEqual([state().login.phase, state().login.isNeeded], ["wrong", false]);
	login.offer(false);
	assert.equal(state().login.phase, "none");
	await login.enter(RIGHT);
	assert.deepEqual([state().login.phase, state().login.account, kept.get(KEY)], ["in", "alice", RIGHT]);
	await login.leave();
	assert.deepEqual([state().login.phase, state().login.hasAccounts, state().login.account], ["none", true, ""]);
});
