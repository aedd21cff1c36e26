// SPDX-License-Identifier: MIT
// jobs.test.ts - a daemon that begins anew gives numbers again: the page takes no other job for its own.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Refusal } from "../../src/connection";
import { problemOf, withGoal } from "../../src/problem";
import { type Desk, Gateway, settled, sit, until } from "./gateway";

const CORNER = withGoal(problemOf("go", "O../.X./..."), "capture", ["A3"], "attacker");
let gateway: Gateway;

beforeEach(() => {
	gateway = new Gateway();
});
afterEach(() => gateway.end());

/** answered: a page whose question has its answer. */
async function answered(): Promise<Desk> {
	const desk = sit(CORNER);
	gateway.isQuick = true;
	await desk.act.solve();
	await until(() => desk.state().job.phase === "done", "it is answered");
	return desk;
}

test("bug: after a restart the answer to another client's question was shown as the page's own", async () => {
	const { act, state } = sit(CORNER);
	await act.solve();
	await until(() => state().job.phase === "running", "it is searched");
	gateway.restart();
	gateway.isQuick = true;
	gateway.cut();
	await until(() => state().job.phase === "done", "it is answered");
	assert.deepEqual([state().job.result?.value, state().job.number], ["proven", 2]);
	assert.equal(gateway.count("POST /v1/jobs"), 2);
	assert.equal(gateway.count("DELETE /v1/jobs/1"), 0);
});

test("bug: after a restart another client's search was ended, or its end awaited", async () => {
	const { act, state } = sit(CORNER);
	await act.solve();
	await until(() => gateway.count("GET /v1/jobs/1/events") === 1 && state().job.phase === "running", "it is searched");
	gateway.isAway = true;
	gateway.cut();
	await until(() => !state().link.isHere, "the page has seen that it is away");
	gateway.restart();
	gateway.isAway = false;
	act.cancel();
	await until(() => gateway.count("GET /v1/jobs/1") === 1, "it is asked whose job that is");
	await settled(gateway);
	assert.equal(gateway.count("DELETE /v1/jobs/1"), 0);
	assert.deepEqual([state().job.phase, state().job.failure?.text], ["done", "cancelled"]);
});

test("who cancels, asks something else or leaves while the job is told of ends it", async () => {
	const { act, state } = sit(CORNER);
	await act.solve();
	act.cancel();
	assert.equal(gateway.count("DELETE /v1/jobs/1"), 1);
	assert.equal(state().job.phase, "running", "what it knows so far is to come");
	await act.solve();
	assert.equal(gateway.count("DELETE /v1/jobs/1"), 2);
	act.leave();
	assert.equal(gateway.count("DELETE /v1/jobs/2"), 1);
});

test("bug: after a restart the proof that was walked was that of another client's job", async () => {
	const { act, state } = await answered();
	gateway.restart();
	await act.walk([]);
	await until(() => "" in state().walk.nodes, "the proof is walked");
	assert.equal(state().walk.nodes[""]?.job, 2);
	assert.equal(gateway.count("POST /v1/jobs"), 2);
});

test("bug: after a restart the certificate that was saved was that of another client's job", async () => {
	const { act, state } = await answered();
	const { label } = state().job;
	gateway.restart();
	const saved: string[] = [];
	await act.certificate((file) => void file.text().then((text) => saved.push(text)));
	await until(() => saved.length === 1, "it is saved");
	assert.match(saved[0] ?? "", /^page [0-9a-f]{24}$/);
	assert.notEqual(saved[0], label);
	assert.equal(saved[0], state().job.label);
});

test("a job that is forgotten again and again is not asked for without end", async () => {
	const { act, state } = await answered();
	gateway.refuses = { "/proof": { status: 404, code: "unknown_job" } };
	await act.walk([]);
	await until(() => state().walk.failure !== null, "the page says so");
	assert.equal(gateway.count("POST /v1/jobs"), 2);
});

test("bug: a certificate that was not made in time was taken for a daemon that is gone", async () => {
	const { act, state } = await answered();
	for (const code of ["over_limit", "timeout"]) {
		gateway.refuses = { "/proof": { status: 504, code } };
		await act.walk([]);
		assert.deepEqual([state().link.isHere, state().walk.failure], [true, { text: "noProof", what: "refused here" }]);
	}
	for (const [status, code, isGone] of [[503, "closed", true], [502, "io_error", true], [503, "shutting_down", true],
		[504, "timeout", false], [502, "protocol_error", false], [503, "busy", false], [502, "", true], [0, "unreached", true],
		[404, "unknown_job", false]] as const)
		assert.equal(new Refusal("", status, code).isGone, isGone, code);
});

test("bug: after an outage one of the things that went on before was asked again, and the others not", async () => {
	const { act, state, send } = sit(CORNER);
	const entry = { problem: CORNER, name: "", wanted: "" };
	send({ type: "list/open", name: "x", entries: [entry, entry, entry] });
	const isRunning = (many: number): boolean => gateway.count("POST /v1/jobs") === many && gateway.count("POST /v1/solve") === 2 * many;
	await act.solve();
	void act.runList();
	void act.status();
	await until(() => isRunning(1) && gateway.count("GET /v1/jobs/1/events") === 1, "all of it goes on");
	gateway.isAway = true;
	gateway.cut();
	await until(() => !state().link.isHere, "the page has seen that it is away");
	await settled(gateway);
	assert.deepEqual(state().list?.rows.map(({ phase }) => phase), ["waiting", "waiting", "waiting"]);
	assert.equal(state().list?.phase, "running", "it can be stopped");
	gateway.asked.length = 0;
	gateway.restart();
	gateway.isAway = false;
	await until(() => isRunning(1) && gateway.count("POST /v1/go/status") === 1, "all of it goes on again");
	await settled(gateway);
	assert.deepEqual(state().list?.rows.map(({ phase }) => phase), ["running", "running", "waiting"]);
	assert.equal(state().job.phase, "running");
});

test("what was stopped while the daemon was away is not asked again", async () => {
	const { act, state, send } = sit(CORNER);
	send({ type: "list/open", name: "x", entries: [{ problem: CORNER, name: "", wanted: "" }] });
	await act.solve();
	void act.runList();
	void act.firsts();
	await until(() => gateway.count("GET /v1/jobs/1/events") === 1, "it goes on");
	gateway.isAway = true;
	gateway.cut();
	await until(() => !state().link.isHere, "the page has seen that it is away");
	await settled(gateway);
	act.cancel();
	assert.deepEqual([state().list?.phase, state().job.failure?.text], ["idle", "cancelled"]);
	gateway.asked.length = 0;
	gateway.isAway = false;
	await until(() => state().link.isHere, "it is back");
	await settled(gateway);
	assert.deepEqual(gateway.asked.filter((asked) => !asked.endsWith("/v1/info")), []);
});
