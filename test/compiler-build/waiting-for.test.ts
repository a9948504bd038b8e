/** Where a run waits, in compiled code, asked by a process that has no code at all. */
import { expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const ORDER = `import { createHook, sleep } from 'workflow';
import { start } from 'workflow/api';
import { charge, pay } from '../shared/bank.ts';

export async function nested(id: string) {
  'use workflow';
  console.log('printed once');
  await ship(id);
  return await ask(id);
}

async function ask(id: string) {
  const hook = createHook({ token: id });
  return await hook;
}

const ship = async (id: string) => {
  'use step';
  return id;
};

export async function several(id: string) {
  'use workflow';
  const child = await start(nested, ['child']);
  await Promise.all([
    charge(id),
    pay(id),
    sleep('1d'),
    child.returnValue,
  ]);
}

export async function never() {
  'use workflow';
  await ship('a');
  await new Promise(() => {});
}

export async function parts(part: number): Promise<void> {
  'use workflow';
  const hook = createHook({ token: 'parts' });
  if (part < 2) {
    await ship('part');
    return await continueAs([part + 1]);
  }
  await hook;
}
`.replace('{ createHook, sleep }', '{ continueAs, createHook, sleep }');

const BANK = `import { RetryableError } from 'workflow';

export async function pay(id: string) {
  return await charge(id);
}

export async function charge(id: string) {
  'use step';
  throw new RetryableError('the bank is closed', { retryAfter: '1h' });
}
`;

const OWN = `import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';

const runs = {};
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
console.log = () => {};
for (const name of ['nested', 'several', 'never', 'parts'])
  runs[name] = await start({ workflowId: 'workflow//./workflows/order//' + name }, [name === 'parts' ? 0 : name]);
const isThere = {
  nested: (waits) => waits.some(({ kind }) => kind === 'hook'),
  several: (waits) => waits.filter(({ kind }) => kind === 'retry').length === 2,
  never: (waits) => waits.some(({ kind }) => kind === 'promise'),
  parts: (waits) => waits.length === 1 && waits[0].kind === 'hook',
};
for (const [name, run] of Object.entries(runs)) while (!isThere[name](await run.waitingFor())) await new Promise(setImmediate);
await getWorld().close();
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, run.runId]))));
`;

const askOf = (runs: Record<string, string>): string => `import { getRun } from 'workflow/api';
import { getWorld } from 'workflow/runtime';

const found = {};
for (const [name, id] of Object.entries(${JSON.stringify(runs)})) found[name] = await getRun(id).waitingFor();
await getWorld().close();
console.log(JSON.stringify(found));
`;

test('a run says where in the source it waits, also to a process without its code', async () => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER, 'shared/bank.ts': BANK });
  await builderOf(project).build();
  const runs = await project.run<Record<string, string>>(OWN);
  const waits = await project.run<Record<string, { kind: string; at: string | null }[]>>(askOf(runs));
  const places = Object.entries(waits).map(([name, found]) => [name, found.map(({ kind, at }) => `${kind} ${at}`)]);
  expect(Object.fromEntries(places)).toEqual({
    nested: ['hook workflows/order.ts:13:16'],
    several: [
      'child workflows/order.ts:24:23',
      'retry workflows/order.ts:26:5',
      'retry shared/bank.ts:4:16',
      'sleep workflows/order.ts:28:5',
    ],
    never: ['promise null'],
    parts: ['hook workflows/order.ts:41:16'],
  });
});
