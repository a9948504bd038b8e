/** A long talk over a long prompt is stored once, however often the model reads it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../agent/testing/model-server.ts';
import { runAgentProject, type RunningProject } from '../agent-project.ts';

const PROMPT_BYTES = 100_000;
const WORKFLOW = join(import.meta.dirname, '../projects/crash/workflows/long-talk.ts');

let models: ModelServer;
let project: RunningProject;
/** Calls of the model in the talk under way. */
let iterations = 0;

beforeAll(async () => {
  models = await startModelServer({
    script: ({ step, tools }) =>
      tools.length > 0 && step + 1 < iterations
        ? { text: `Step ${step}: I add one more to it.`, toolCalls: [{ name: 'add', input: { one: step, other: 1 } }] }
        : 'That is all.',
  });
  process.env['MODEL_URL'] = models.url;
  project = await runAgentProject({ 'workflows/long-talk.ts': await readFile(WORKFLOW, 'utf8') }, { world: 'sqlite' });
  // The store keeps each build once.
  await talk({ place: 'system', length: 32, count: 2 });
});
afterAll(async () => {
  await project?.remove();
  await models?.close();
});

/** Bytes in the store, without the room that is left in its pages. */
function storedBytes(): number {
  const database = new DatabaseSync(join(project.dir, 'data/workflow.db'), { readOnly: true });
  try {
    const { bytes } = database.prepare('SELECT sum(pgsize - unused) AS bytes FROM dbstat').get()!;
    return Number(bytes);
  } finally {
    database.close();
  }
}

/** Bytes that a talk of so many calls of the model takes in the store. */
async function talk({ place, length, count }: { place: string; length: number; count: number }): Promise<number> {
  const before = storedBytes();
  iterations = count;
  const run =
    place === 'answers'
      ? await project.start('longChat', { length, answers: count })
      : await project.start('longTalk', { place, length });
  expect(await run.returnValue).toBe(count);
  return storedBytes() - before;
}

describe.each([
  ['system', 300_000],
  ['messages', 300_000],
  // There are two of them.
  ['answers', 500_000],
])('with a prompt of 100 kB as %s', (place, limit) => {
  test(`each round of the loop costs the same, and twenty of them less than ${limit / 1000} kB in all`, async () => {
    const bytes: Record<number, number> = {};
    for (const count of [5, 10, 20, 40]) bytes[count] = await talk({ place, length: PROMPT_BYTES, count });
    const first = (bytes[10]! - bytes[5]!) / 5;
    const last = (bytes[40]! - bytes[20]!) / 20;
    expect(last / first).toBeLessThan(1.1);
    expect(bytes[20]).toBeLessThan(limit);
  });
});
