// SPDX-License-Identifier: MIT
// jobs.ts - jobs that the page has asked for, and how it knows them again.
//
// Numbers   A daemon that has begun anew counts its jobs from 1 again, so a number alone may be another one's job by then,
//           perhaps another client's. Each job of the page has a label that no other has, and what is told of a number
//           counts only if its job has that label.
import * as connection from "./connection";
import type { Job, Submission } from "./protocol";

const LABEL_BYTES = 12;

/** A job that this page has asked for. */
export interface Mine {
	number: number;
	label: string;
}

/** labelled: what is asked, with a label of its own. */
export function labelled(asked: Submission): Submission & { label: string } {
	const bytes = [...crypto.getRandomValues(new Uint8Array(LABEL_BYTES))];
	return { ...asked, label: `page ${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}` };
}

/** isMine: does the daemon know this job by that number? */
export async function isMine({ number, label }: Mine, signal?: AbortSignal): Promise<boolean> {
	try {
		return (await connection.get<Job>(`/v1/jobs/${number}`, signal)).label === label;
	} catch (error) {
		if (connection.refusal(error).isUnknownJob) return false;
		throw error;
	}
}

/** ofMine asks something about a job. That the number is still the job's is asked afterwards, since the daemon may begin
 * anew at any time: then this fails as where there is no such job. */
export async function ofMine<T>(mine: Mine, ask: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
	const answer = ask(`/v1/jobs/${mine.number}`);
	await answer.catch((error: unknown) => {
		if (connection.isAborted(error) || connection.refusal(error).isGone) throw error;
	});
	if (!(await isMine(mine, signal))) throw connection.unknownJob();
	return answer;
}
