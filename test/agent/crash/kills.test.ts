/**
 * Real processes are killed (SIGKILL), one after the other, at all places where it could hurt, while they give one
 * answer.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AgentProject } from '../agent-project.ts';
import { buildCrashProject } from './crash-project.ts';
import { KilledAnswer } from './killed-answer.ts';
import { FICKLE } from './script.ts';

/** Beyond the last delta: all of them are there, and the answer is not over. */
const LAST = 99;

let project: AgentProject;
beforeAll(async () => {
  project = await buildCrashProject();
});
afterAll(() => project?.remove());

test.each([
  ['says the same again', 'Where is my money?'],
  ['says something else each time', `${FICKLE} as you are, where is my money?`],
])('an answer survives the deaths of all its processes, with a model that %s', async (_, question) => {
  const answer = await KilledAnswer.begin({
    project,
    question,
    holds: [['request', 1, 5, LAST], ['request', LAST], [1, LAST], [3]],
    toolHolds: ['begin 0:look-1', 'effect 0:look-1', 'effect 1:refund-1'],
    retryAfterMs: 1_500,
  });
  onTestFinished(() => answer.close());
  // The first call of the model: before its first chunk, after it, in the midst, and when all is said.
  for (let ends = 0; ends < 4; ends += 1) await answer.killWhenModelIsHeld();
  // It is recorded, and its tools begin; then they have done what they were to do, but did not say so.
  await answer.killWhenToolIsHeld();
  await answer.killWhenToolIsHeld();
  // Both tools are done, and the next call of the model has begun.
  for (let ends = 0; ends < 2; ends += 1) await answer.killWhenModelIsHeld();
  await answer.killWhenApprovalIsAwaited();
  await answer.approve();
  await answer.killWhenToolIsHeld();
  // The provider is busy, and the process that waits for it ends; so do those that try again.
  await answer.killWhenRetryIsAwaited();
  for (let ends = 0; ends < 3; ends += 1) await answer.killWhenModelIsHeld();
  expect(await answer.findFaults()).toEqual([]);
  expect(answer.kills).toBe(14);
});
