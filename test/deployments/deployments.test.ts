/** A run sleeps while its application is built anew and deployed: whom does it call when it wakes? */
import { describe, expect, onTestFinished, test } from 'vitest';
import { hostClasses } from '../../runtime/host-values/host-classes.ts';
import { hostErrors } from '../../runtime/host-values/host-errors.ts';
import { start } from '../../runtime/api/start.ts';
import { DeployedApp } from './deployed-app.ts';

const HEAD = `import { createHook } from 'workflow';\n`;
const step = (text: string): string => `async (...args) => { 'use step'; return '${text} ' + args; }`;
const flow = (body: string, params = 'amount'): string =>
  `${HEAD}export async function order(${params}) { 'use workflow'; const hook = createHook({ token: 'go' });\n${body}\n}\n`;

/** The function that is called when the hook has been, among functions of its name. */
const acts = (...texts: string[]): string =>
  flow(
    `const all = [];\n${texts.map((text) => `{ const act = ${step(text)}; all.push(act); }`).join('\n')}
    await hook; return await all[${texts.indexOf('charge')}](amount);`,
  );
const captures = (name: string, used = name): string =>
  flow(
    `const charge = async () => { 'use step'; return 'charged ' + ${used}; };\nawait hook; return await charge();`,
    name,
  );

/** A step with these parameters, which gives them back. */
const takes = (params: string, call: string): string =>
  `${flow(`await hook; if (id === '${params}') return; return await charge(${call});`, 'id, amount')}
async function charge(${params}) { 'use step'; return 'charge ' + [${params.replaceAll(/[{}]|\.{3}|=[^,]*/g, '')}]; }
`;
const two = (charge: string, refund: string): string =>
  `${flow(`await hook; if (amount === '${charge}') return; return await charge(amount);`)}
async function charge(amount) { 'use step'; return '${charge} ' + amount; }
async function refund(amount) { 'use step'; return '${refund} ' + amount; }
`;

interface Case {
  before: string;
  after: string;
  returns: string;
}

test.each<[string, Case]>([
  [
    'another of its name above',
    { before: acts('refund', 'charge'), after: acts('audit', 'refund', 'charge'), returns: 'charge 5' },
  ],
  ['a first other of its name above', { before: acts('charge'), after: acts('audit', 'charge'), returns: 'charge 5' }],
  ['another of its name below', { before: acts('charge'), after: acts('charge', 'audit'), returns: 'charge 5' }],
  ['none above it any more', { before: acts('audit', 'charge'), after: acts('charge'), returns: 'charge 5' }],
  ['a mended body', { before: captures('amount'), after: captures('amount', 'amount * 2'), returns: 'charged 10' }],
  [
    'a captured variable that it needs no more',
    { before: captures('amount'), after: captures('amount', '"nothing"'), returns: 'charged nothing' },
  ],
  [
    'a parameter more that has a default value',
    {
      before: takes('id, amount', 'id, amount'),
      after: takes('id, amount, currency = "EUR"', 'id, amount'),
      returns: 'charge 5,6,EUR',
    },
  ],
  [
    'a last parameter less',
    { before: takes('id, amount', 'id, amount'), after: takes('id', 'id'), returns: 'charge 5' },
  ],
  [
    'parameters of other names, and the same text',
    {
      before: takes('id, amount', 'id, amount'),
      after: takes('key, cents', 'id, amount'),
      returns: 'charge 5,6',
    },
  ],
  [
    'a name that it has exchanged with another one',
    { before: two('charge', 'refund'), after: two('refund', 'charge'), returns: 'charge 5' },
  ],
  [
    'another layout and comments',
    {
      before: acts('refund', 'charge'),
      after: acts('refund', 'charge')
        .replaceAll(`'use step';`, `"use step" // a step\n`)
        .replaceAll('return', '\n return'),
      returns: 'charge 5',
    },
  ],
])('a run finds its step with %s', async (_, { before, after, returns }) => {
  const app = await DeployedApp.create();
  await app.deploy(before);
  const run = await app.begin(5, 6);
  await app.deploy(after);
  await app.go();
  await expect(run.returnValue).resolves.toBe(returns);
});

const anonymous = (text: string): string =>
  flow(`const run = (fn) => fn(amount);\nawait hook; return await run(${step(text)});`);

test.each<[string, { before: string; after: string; message: RegExp }]>([
  [
    'a captured variable that is renamed',
    { before: captures('amount'), after: captures('cents'), message: /uses "cents" .*do not bring along/ },
  ],
  [
    'a captured variable more',
    {
      before: captures('amount'),
      after: captures('amount, rate = 2', 'amount * rate'),
      message: /\(workflows\/order.js:3\) uses "rate" .* build \(workflows\/order.js:3\)/,
    },
  ],
  [
    'another function of its name in its place',
    { before: acts('refund', 'charge'), after: acts('refund', 'audit'), message: /may be another function/ },
  ],
  [
    'a parameter more',
    {
      before: takes('id, amount', 'id, amount'),
      after: takes('id, amount, currency', 'id, amount, "EUR"'),
      message:
        /\(workflows\/order.js:6\) takes \(id, amount, currency\), .* \(workflows\/order.js:6\) give \(id, amount\)/,
    },
  ],
  [
    'parameters that have changed places',
    {
      before: takes('id, amount', 'id, amount'),
      after: takes('amount, id', 'amount, id').replace('[amount, id]', '[id, amount]'),
      message: /takes \(amount, id\), .* give \(id, amount\)/,
    },
  ],
  [
    'a pattern in the place of a name',
    {
      before: takes('id', 'id'),
      after: takes('{ id }', '{ id }'),
      message: /takes \({ id }\), .* give \(id\)/,
    },
  ],
  [
    'a member more that a pattern reads',
    {
      before: takes('{ id }', '{ id }'),
      after: takes('{ id, amount }', '{ id, amount }'),
      message: /takes \({ amount, id }\), .* give \({ id }\)/,
    },
  ],
  [
    'a step of that name whose text was that of another one',
    {
      before: two('charge', 'refund'),
      after: two('refund', 'charge mended'),
      message: /is another function .* its text is that of "refund"/,
    },
  ],
  [
    'another function without a name',
    { before: anonymous('charge'), after: anonymous('refund'), message: /may be another/ },
  ],
])('a run waits for a build that fits when the new one has %s', async (_, { before, after, message }) => {
  const app = await DeployedApp.create();
  await app.deploy(before);
  const run = await app.begin(5, 6);
  await app.deploy(after);
  await app.go();
  await expect(app.parked(run)).resolves.toMatchObject({
    code: 'step_code_differs',
    message: expect.stringMatching(message),
  });
  await app.deploy(before);
  await expect(run.returnValue).resolves.toMatch(/^charged? 5/);
});

test.each<[string, { before: string; after: string; returns: string }]>([
  [
    'an id that is a matter of order now',
    { before: acts('charge'), after: acts('charge', 'audit').replace('charge ', 'charged '), returns: 'charged 5' },
  ],
  [
    'another captured variable',
    { before: captures('amount'), after: captures('cents', '(cents ?? 1)'), returns: 'charged 1' },
  ],
])(
  'a run of a build whose contracts nobody knows goes on as it always did: %s',
  async (_, { before, after, returns }) => {
    const app = await DeployedApp.create();
    await app.deploy(before);
    const run = await app.begin(5);
    const { buildId } = (await app.world.readRun(run.runId as never))!;
    app.world.loadContracts = async (wanted) => (wanted === buildId ? null : {});
    await app.deploy(after);
    await app.go();
    await expect(run.returnValue).resolves.toBe(returns);
  },
);

test('a run does not move to code whose step needs more than its open call brings along', async () => {
  const app = await DeployedApp.create();
  const failing = (name: string): string =>
    flow(
      `const charge = async () => { 'use step'; if (!globalThis.mayCharge) throw new Error('not yet'); return ${name}; };
      charge.maxRetries = Infinity; charge.retry = { minDelay: '1h' };
      const waiting = charge(); await hook; return await waiting;`,
      name,
    );
  await app.deploy(failing('amount'));
  const run = await app.begin(5);
  await app.deploy(failing('cents'));
  await expect(run.moveTo({ dryRun: true })).resolves.toMatchObject({
    fits: false,
    problem: { code: 'step_code_differs' },
  });
});

/** A run that begins anew, with the code of the newest build, and does not wait for a step that it has called. */
const leaving = (...texts: string[]): string => `import { continueAs, createHook } from 'workflow';
export async function order(amount) {
  'use workflow';
  if (amount === 'anew') return 'over';
  const hook = createHook({ token: 'go' });
  const all = [];
  ${texts.map((text) => `{ const act = async (...args) => { 'use step'; globalThis.acted('${text} ' + args); }; all.push(act); }`).join('\n')}
  await hook;
  void all[${texts.indexOf('charge')}](amount);
  return continueAs(['anew']);
}
`;

test('a step that a run leaves behind, when it begins anew as that of a newer build, is the one that it meant', async () => {
  const app = await DeployedApp.create();
  const acted = Promise.withResolvers<string>();
  Object.assign(globalThis, { acted: acted.resolve });
  onTestFinished(() => void delete (globalThis as { acted?: unknown }).acted);
  await app.deploy(leaving('refund', 'charge'));
  const run = await app.begin(5);
  await app.deploy(leaving('audit', 'refund', 'charge'));
  await app.go();
  await expect(run.returnValue).resolves.toBe('over');
  await expect(acted.promise).resolves.toBe('charge 5');
});

/** A step that is given to another one: as an argument, in a map, bound, or after it was a result. */
const PASSED: Record<string, (definition: string) => string> = {
  'as an argument': (definition) => flow(`${definition}\nawait hook; return await each([charge]);`),
  'in a map': (definition) => flow(`${definition}\nawait hook; return await each(new Map([['x', charge]]).values());`),
  'bound in an object': (definition) =>
    flow(`${definition}\nawait hook; return await each([{ charge: charge.bind(undefined, 1) }.charge]);`),
  'after it was a result': (definition) =>
    flow(`${definition}\nconst back = await echo(charge); await hook; return await each([back]);`),
};
const EACH = `async function each(steps) { 'use step'; for (const one of steps) return await one(); }
async function echo(value) { 'use step'; return value; }
each.maxRetries = 0;`;
const passing = (how: string, name: string): string =>
  `${PASSED[how]!(`const charge = async () => { 'use step'; return 'charged ' + ${name}; };`)
    .replace('order(amount)', `order(${name})`)
    .replace('values());', 'values().toArray());')}\n${EACH}`;

test.each(Object.keys(PASSED))('a run waits for a build that fits when it gives a step away %s', async (how) => {
  const app = await DeployedApp.create();
  await app.deploy(passing(how, 'amount'));
  const run = await app.begin(5);
  await app.deploy(passing(how, 'cents'));
  await app.go();
  await expect(app.parked(run)).resolves.toMatchObject({
    code: 'step_code_differs',
    message: expect.stringMatching(/\(workflows\/order.js:3\) uses "cents" .* build \(workflows\/order.js:3\)/),
  });
  expect((await run.journal()).filter(({ type }) => type === 'step_retrying')).toEqual([]);
  await app.deploy(passing(how, 'amount'));
  await expect(run.returnValue).resolves.toBe('charged 5');
});

test('a run finds the step that it gives away when others of its name came before it, and waits when it is gone', async () => {
  const app = await DeployedApp.create();
  const given = (...texts: string[]): string =>
    `${acts(...texts).replace(/return await all\[.*\]\(amount\)/, `return await each(all.slice(${texts.indexOf('charge')}))`)}\n${EACH}`;
  await app.deploy(given('refund', 'charge'));
  const run = await app.begin(5);
  await app.deploy(given('audit', 'refund', 'charge'));
  await app.go();
  await expect(run.returnValue).resolves.toBe('charge ');
  await app.deploy(given('refund', 'charge'));
  const second = await app.begin(5);
  await app.deploy(`${flow('await hook; return await each([]);')}\n${EACH}`);
  await app.go();
  await expect(app.parked(second)).resolves.toMatchObject({ code: 'step_code_missing' });
});

test('a step that a run of an older build passes to one of a newer build waits for its variables', async () => {
  const app = await DeployedApp.create();
  const child = (name: string, used = name): string => `${HEAD}import { start } from 'workflow/api';
export async function order(${name}) {
  'use workflow';
  const charge = async () => { 'use step'; return 'charged ' + ${used}; };
  charge.maxRetries = 0;
  await createHook({ token: 'go' });
  return await (await start(caller, [charge])).returnValue;
}
export async function caller(charge) { 'use workflow'; return await charge(); }
`;
  await app.deploy(child('amount'));
  const run = await app.begin(5);
  await app.deploy(child('cents'));
  await app.go();
  const { runs } = await app.untilListed({ parent: run.runId });
  await expect(app.parked(runs[0]!)).resolves.toMatchObject({
    code: 'step_code_differs',
    message: expect.stringMatching(/uses "cents" of the code around it, which this call does not bring along/),
  });
  await app.deploy(child('amount', '"by hand"'));
  await expect(run.returnValue).resolves.toBe('charged by hand');
});

test('a run of an older build goes on when the store does not answer at once what the steps of that build are', async () => {
  const app = await DeployedApp.create();
  await app.deploy(acts('refund', 'charge'));
  const run = await app.begin(5);
  const load = app.world.loadContracts.bind(app.world);
  let isBusy = true;
  app.world.loadContracts = async (buildId) => {
    if (!isBusy) return await load(buildId);
    isBusy = false;
    throw new Error('The store is busy.');
  };
  const aside = app.watchParked();
  await app.deploy(acts('audit', 'refund', 'charge'));
  await app.go();
  await expect(run.returnValue).resolves.toBe('charge 5');
  expect([isBusy, aside]).toEqual([false, []]);
});

describe('arguments that come from code of an older build are taken by', () => {
  const GIVE = 'workflow//./workflows/order//give';
  /** The first two of these parameters; the code uses all. */
  const firstTwo = (params: string): string => `[${params.replace(/ = .*/, '')}].slice(0, 2)`;
  /** A workflow with these parameters, which says of which build it is. */
  const gives = (build: string, params: string): string =>
    `export async function give(${params}) { 'use workflow'; return '${build} ' + ${firstTwo(params)}; }\n`;
  const BEGINS: Record<string, (build: string, params: string) => string> = {
    'a run that waited for a worker': gives,
    'a child': (build, params) => `${HEAD}import { start } from 'workflow/api';
export async function order() {
  'use workflow';
  await createHook({ token: 'go' });
  return await (await start(give, [5, 6])).returnValue;
}
${gives(build, params)}`,
    'a run that begins anew': (build, params) => `import { continueAs, createHook } from 'workflow';
export async function order(${params}) {
  'use workflow';
  if (id === 5) return '${build} ' + ${firstTwo(params)};
  await createHook({ token: 'go' });
  return continueAs([5, 6]);
}
`,
  };
  const CASES = [
    ['that code when the newest takes others', 'id, amount, currency', 'old 5,6'],
    ['that code when the newest takes them in other places', 'amount, id', 'old 5,6'],
    ['the newest code when that takes them', 'id, amount, currency = "EUR"', 'new 5,6'],
  ] as const;

  test.each(Object.keys(BEGINS).flatMap((how) => CASES.map((one) => [...one, how] as const)))(
    '%s (%s; %s): %s',
    async (_, params, answer, how) => {
      const app = await DeployedApp.create();
      const waits = BEGINS[how] === gives;
      await app.deploy(BEGINS[how]!('old', 'id, amount'), waits ? { WORKFLOW_ROLE: 'producer' } : {});
      const run = waits ? await start<unknown[], string>({ workflowId: GIVE }, [5, 6]) : await app.begin(1, 2);
      await app.deploy(BEGINS[how]!('new', params));
      await app.go();
      await expect(run.returnValue).resolves.toBe(answer);
    },
  );
});

test('a run does not move to code that would take its arguments for others', async () => {
  const app = await DeployedApp.create();
  const waiting = (params: string): string => flow('await hook; return [id, amount];', params);
  await app.deploy(waiting('id, amount'));
  const run = await app.begin(5, 6);
  await app.deploy(waiting('amount, id'));
  await expect(run.moveTo()).resolves.toMatchObject({
    moved: false,
    problem: {
      code: 'workflow_code_differs',
      message: expect.stringMatching(/order.js:2\) takes \(amount, id\), .*order.js:2\) give \(id, amount\)/),
    },
  });
  await app.deploy(waiting('id, amount, note = ""'));
  await expect(run.moveTo()).resolves.toMatchObject({ moved: true });
});

describe('a class of values that was moved to another file', () => {
  const money = (text: string): string => `import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
export class Money {
  constructor(cents) { this.cents = cents; }
  double() { return new Money(this.cents * 2); }
  ${text}
  static [WORKFLOW_SERIALIZE](money) { return money.cents; }
  static [WORKFLOW_DESERIALIZE](cents) { return new Money(cents); }
}
`;
  /** The run meets the class as the argument and result of a step, from a hook, a child, and when it begins anew. */
  const shop = (path: string, text = ''): Record<string, string> => ({
    [path]: money(text),
    'workflows/order.js': `import { continueAs, createHook } from 'workflow';
import { resumeHook, start } from 'workflow/api';
import { Money } from '../${path}';
export async function order(how, price) {
  'use workflow';
  if (how === 'begun anew') return mine(price);
  const go = createHook({ token: 'go' });
  const paid = createHook({ token: 'paid' });
  const own = new Money(5);
  await go;
  if (how === 'anew') return continueAs(['begun anew', own]);
  const got = how === 'step' ? await double(own) : how === 'hook' ? await paid : await (await start(child, [])).returnValue;
  return mine(got);
}
const mine = (money) => { if (money instanceof Money) return money; throw new Error('It is another class.'); };
export async function child() { 'use workflow'; return new Money(7); }
export async function pay() { 'use workflow'; return await tell(); }
async function double(money) { 'use step'; return money.double(); }
async function tell() { 'use step'; await resumeHook('paid', new Money(6)); }
`,
  });
  const [OLD, NEW] = ['lib/money.js', 'lib/values/money.js'];
  const deployNew = async (app: DeployedApp, how: string, text?: string) => {
    await app.deploy(shop(NEW, text));
    if (how === 'hook') await start({ workflowId: 'workflow//./workflows/order//pay' }, []);
    await app.go();
  };

  test.each([
    ['step', 10],
    ['hook', 6],
    ['child', 7],
    ['anew', 5],
  ])('is found by its text: %s', async (how, answer) => {
    const app = await DeployedApp.create();
    await app.deploy(shop(OLD));
    const run = await app.begin(how);
    await deployNew(app, how);
    const returned = await run.returnValue;
    expect(returned).toMatchObject({ cents: answer });
    expect(returned).toBeInstanceOf(hostClasses.get('class//./lib/values/money//Money'));
    // The journal holds only ids that its own code knows.
    expect(JSON.stringify(await app.world.readJournal(run.runId as never))).not.toContain('lib/values');
  });

  test.each(['step', 'hook', 'child'])('and changed lets the run wait for a build that has it: %s', async (how) => {
    const app = await DeployedApp.create();
    await app.deploy(shop(OLD));
    const run = await app.begin(how);
    await deployNew(app, how, '// as it was\n  half() { return new Money(this.cents / 2); }');
    await expect(app.parked(run)).resolves.toMatchObject({
      code: 'value_class_unknown',
      message: expect.stringMatching(/"Money" \(\.\/lib\/(values\/)?money\)/),
    });
    expect((await run.journal()).filter(({ type }) => /failed|retrying/.test(type))).toEqual([]);
    await app.deploy(how === 'step' ? shop(OLD) : shop(NEW));
    await expect(run.returnValue).resolves.toEqual({ cents: { step: 10, hook: 6, child: 7 }[how] });
  });
});

describe('a class of errors that was moved to another file', () => {
  const shop = (path: string, extra = ''): Record<string, string> => ({
    [path]: `export class Denied extends Error {
  constructor(message) { super(message); this.name = 'Denied'; }
  get isFinal() { return true; }
  ${extra}
}
`,
    'workflows/order.js': `import { createHook } from 'workflow';
import { Denied } from '../${path}';
export async function order(how) {
  'use workflow';
  await createHook({ token: 'go' });
  if (how === 'thrown') throw new Denied('not wanted');
  try {
    await charge();
  } catch (error) {
    return [error instanceof Denied, error.isFinal, error.message];
  }
}
async function charge() { 'use step'; throw new Denied('no money'); }
charge.maxRetries = 0;
`,
  });
  const [OLD, NEW] = ['lib/errors.js', 'lib/errors/denied.js'];

  test.each(['', 'get code() { return 402; }'])('is that of the run, also when it has changed: "%s"', async (extra) => {
    const app = await DeployedApp.create();
    await app.deploy(shop(OLD));
    const run = await app.begin('told');
    await app.deploy(shop(NEW, extra));
    await app.go();
    await expect(run.returnValue).resolves.toEqual([true, true, 'no money']);
  });

  test.each(['told', 'thrown'])('is found by its text under another name: %s', async (how) => {
    const app = await DeployedApp.create();
    await app.deploy(shop(OLD));
    const run = await app.begin(how);
    const [code, flow] = Object.values(shop(OLD)).map((text) => text.replaceAll('Denied', 'Refused'));
    await app.deploy({ [OLD]: `${code}export class Denial extends Error {}\n`, 'workflows/order.js': flow! });
    await app.go();
    if (how === 'told') return await expect(run.returnValue).resolves.toEqual([true, true, 'no money']);
    const failure: unknown = await run.returnValue.catch((error: unknown) => error);
    expect((failure as Error).cause).toBeInstanceOf(hostErrors.get('class//./lib/errors//Refused'));
  });

  test('is that of the application for an error that ended the run', async () => {
    const app = await DeployedApp.create();
    await app.deploy(shop(OLD));
    const run = await app.begin('thrown');
    await app.deploy(shop(NEW));
    await app.go();
    const failure: unknown = await run.returnValue.catch((error: unknown) => error);
    expect((failure as Error).cause).toBeInstanceOf(hostErrors.get('class//./lib/errors/denied//Denied'));
  });
});
