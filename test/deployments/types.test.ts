/** The types of what steps take and give change while a run waits: it must not be answered with something else. */
import { expect, test, vi } from 'vitest';
import { DeployedApp } from './deployed-app.ts';

interface Build {
  /** Of an order, for both steps and the workflow. */
  types?: string;
  /** The step that gives one. */
  load?: string;
  /** The step that is called when the hook has been. */
  charge?: string;
  /** The workflow, if it is another one than that which only hands on the order. */
  flow?: string;
}

const TYPES = `export enum Status { Open, Paid }
export interface Order { id: string; total: number; status: Status; items: { sku: string; price: number }[] }`;

const OLD: Required<Build> = {
  types: TYPES,
  load: `return { id, total: 7, status: Status.Paid, items: [{ sku: 'a', price: 7 }] };`,
  charge: `return 'charged ' + order.id + ' ' + order.total;`,
  flow: `const order = await load(id);
  await createHook({ token: 'go' });
  return await charge(order);`,
};

/** A workflow that calls `load` when the hook has been. */
const LOADS_LATER = `await createHook({ token: 'go' });
  const order = await load(id);
  return 'total ' + order.total;`;

/** A workflow whose step captures what the types of a helper tell. */
const captures = (field: string): string => `const order = (await load(id)).items[0]!;
  const charge = async () => { 'use step'; return 'charged ' + order.${field}; };
  await createHook({ token: 'go' });
  return await charge();`;

const constant = (value: string): string => `const currency = ${value};
  const charge = async () => { 'use step'; return currency; };
  await createHook({ token: 'go' });
  return await charge();`;

const filesOf = ({ types, load, charge, flow }: Build): Record<string, string> => ({
  'workflows/types.ts': types ?? OLD.types,
  'workflows/steps.ts': `import { Status, type Order } from './types.ts';
export async function load(id: string): Promise<Order> { 'use step'; ${load ?? OLD.load} }
export async function charge(order: Order) { 'use step'; ${charge ?? OLD.charge} }`,
  'workflows/order.ts': `import { createHook } from 'workflow';
import { charge, load } from './steps.ts';
export async function order(id: string) { 'use workflow'; ${flow ?? OLD.flow} }`,
});

/** A run that began with one build goes on under the other. */
async function redeploy(before: Build, after: Build) {
  const app = await DeployedApp.create({}, { isTyped: true });
  await app.deploy(filesOf(before));
  const run = await app.begin('o1');
  await app.deploy(filesOf(after));
  await app.go();
  return { app, run };
}

const INSERTED = TYPES.replace('Paid', 'Refunded, Paid');
const renamed = (text: string): string => text.replaceAll('total', 'amount');

test.each<[string, { before?: Build; after: Build; message: RegExp }]>([
  [
    'a field that was renamed, though no code of a workflow has changed',
    {
      after: { types: renamed(TYPES), load: renamed(OLD.load), charge: renamed(OLD.charge) },
      message: /"charge" .*steps\.ts:3\) takes number as "order\.amount", and calls of .*steps\.ts:3\) give nothing/,
    },
  ],
  [
    'a field that was renamed, in an object of which all is taken',
    {
      before: { charge: 'return JSON.stringify(order);' },
      after: { types: renamed(TYPES), load: renamed(OLD.load), charge: 'return JSON.stringify(order);' },
      message: /takes number as "order\.amount"/,
    },
  ],
  [
    'a member of an enum that was inserted',
    {
      before: { charge: 'return Status[order.status];' },
      after: { types: INSERTED, charge: 'return Status[order.status];' },
      message: /takes .*Refunded = 1 \| Paid = 2 as "order\.status", .* give Paid = 1\./,
    },
  ],
  [
    'a field that the step reads now',
    {
      after: {
        types: TYPES.replace('total', 'vat: number; total'),
        load: OLD.load.replace('total', 'vat: 1, total'),
        charge: OLD.charge.replace('total', 'vat'),
      },
      message: /takes number as "order\.vat"/,
    },
  ],
  [
    'a field of what a step captures',
    {
      before: { flow: captures('price') },
      after: {
        types: TYPES.replace('price', 'cents'),
        load: OLD.load.replace('price', 'cents'),
        flow: captures('cents'),
      },
      message: /takes number as "order\.cents"/,
    },
  ],
  [
    'a result that lacks a field',
    {
      before: { flow: LOADS_LATER },
      after: {
        types: renamed(TYPES),
        load: renamed(OLD.load),
        charge: renamed(OLD.charge),
        flow: renamed(LOADS_LATER),
      },
      message: /"load" .*gives nothing as "result\.total", and callers in .* expect number/,
    },
  ],
])('a run waits for a build that fits: %s', async (_, { before = {}, after, message }) => {
  const { app, run } = await redeploy(before, after);
  expect(await app.parked(run)).toMatchObject({ code: 'step_code_differs', message: expect.stringMatching(message) });
  await app.deploy(filesOf(before));
  await expect(run.returnValue).resolves.toMatch(/o1|7|Paid/);
});

test.each<[string, { before?: Build; after: Build; returns: string }]>([
  [
    'another constant around a step',
    {
      before: { flow: constant("'EUR'") },
      after: { flow: constant("'USD'") },
      returns: 'EUR',
    },
  ],
  [
    'a field more that the step does not read',
    {
      after: { types: TYPES.replace('total', 'vat: number; total'), load: OLD.load.replace('total', 'vat: 1, total') },
      returns: 'charged o1 7',
    },
  ],
  [
    'a member more at the end of an enum',
    {
      before: { charge: 'return Status[order.status];' },
      after: { types: TYPES.replace('Paid', 'Paid, Void'), charge: 'return Status[order.status];' },
      returns: 'Paid',
    },
  ],
  [
    'a field that the step reads now, and may be left out',
    {
      after: {
        types: TYPES.replace('total', 'vat?: number; total'),
        charge: OLD.charge.replace('order.total', '(order.vat ?? 0)'),
      },
      returns: 'charged o1 0',
    },
  ],
  [
    'a result with more',
    {
      before: { flow: LOADS_LATER },
      after: {
        flow: LOADS_LATER,
        types: TYPES.replace('total', 'vat: number; total'),
        load: OLD.load.replace('total', 'vat: 1, total'),
      },
      returns: 'total 7',
    },
  ],
])('a run goes on with the newest steps: %s', async (_, { before = {}, after, returns }) => {
  const { run } = await redeploy(before, after);
  await expect(run.returnValue).resolves.toBe(returns);
});

/** The data of `Money`, and how it is made of them. */
interface Stored {
  types: string;
  gives: string;
  makes: string;
}

const STORED: Stored = {
  types: `export enum Status { Open, Paid }
export interface Data { total: number; status: Status }`,
  gives: '{ total: money.cents, status: Status.Paid }',
  makes: 'new Money(data.total, data.status)',
};

const moneyFiles = ({ types, gives, makes }: Stored): Record<string, string> => ({
  'lib/types.ts': types,
  'lib/money.ts': `import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
import { Status, type Data } from './types.ts';
export class Money {
  constructor(readonly cents: number, readonly status: Status) {}
  get text(): string { return this.cents + ' ' + Status[this.status]; }
  static [WORKFLOW_SERIALIZE](money: Money): Data { return ${gives}; }
  static [WORKFLOW_DESERIALIZE](data: Data): Money { return ${makes}; }
}`,
  'workflows/steps.ts': `import { RetryableError } from 'workflow';
import { resumeHook } from 'workflow/api';
import { Money } from '../lib/money.ts';
import { Status } from '../lib/types.ts';
export async function show(money: Money) { 'use step'; return money.text; }
export async function showAll(all: Money[]) { 'use step'; return all.map((money) => money.text).join(); }
export async function load() { 'use step'; return new Money(7, Status.Paid); }
export async function showLater(money: Money) {
  'use step';
  throw new RetryableError(money.text, { retryAfter: '1h' });
}
export async function pay() { 'use step'; await resumeHook('paid', new Money(7, Status.Paid)); }`,
  'workflows/order.ts': `import { continueAs, createHook } from 'workflow';
import { start } from 'workflow/api';
import { Money } from '../lib/money.ts';
import { Status } from '../lib/types.ts';
import { load, pay, show, showAll, showLater } from './steps.ts';
export async function order(how: string, given?: Money): Promise<unknown> {
  'use workflow';
  if (given) return 'begun anew ' + given.text;
  const own = new Money(7, Status.Paid);
  const all = how === 'list' ? await Promise.all([load(), load()]) : [];
  const paid = createHook<Money>({ token: 'paid' });
  await createHook({ token: 'go' });
  if (how === 'anew') return continueAs([how, own]);
  if (how === 'list') return await showAll(all);
  if (how === 'argument') return await show(own);
  if (how === 'retried') return await showLater(own);
  if (how === 'child') return (await (await start(child, [])).returnValue).text;
  if (how === 'result') return (await load()).text;
  if (how === 'hook') { await pay(); return (await paid).text; }
  return own;
}
export async function child() { 'use workflow'; return new Money(7, Status.Paid); }`,
});

async function redeployMoney(how: string, after: Partial<Stored>, isTyped = true) {
  const app = await DeployedApp.create({}, { isTyped });
  await app.deploy(moneyFiles(STORED));
  const run = await app.begin(how);
  await app.deploy(moneyFiles({ ...STORED, ...after }));
  await app.go();
  return { app, run };
}

const RENAMED = Object.fromEntries(Object.entries(STORED).map(([key, text]) => [key, renamed(text)]));
const IN_ENUM = { types: STORED.types.replace('Paid', 'Refunded, Paid') };

test.each<[string, string, Partial<Stored>, RegExp]>([
  ['a field in another name', 'argument', RENAMED, /"Money" .* gives nothing as "data\.amount", .*:3\) takes number/],
  ['a field in another name', 'list', RENAMED, /gives nothing as "data\.amount"/],
  ['a field in another name', 'result', RENAMED, /gives nothing as "data\.total"/],
  ['a field in another name', 'hook', RENAMED, /gives nothing as "data\.total"/],
  ['a field in another name', 'child', RENAMED, /gives nothing as "data\.total"/],
  ['a member of an enum', 'argument', IN_ENUM, /gives Paid = 1 as "data\.status", .* takes .*Refunded = 1/],
  ['a member of an enum', 'result', IN_ENUM, /gives Paid = 2 as "data\.status", .* takes .*Paid = 1/],
])('no run gets an instance whose class reads something else: %s, by %s', async (_, how, after, message) => {
  const { app, run } = await redeployMoney(how, after);
  expect(await app.parked(run)).toMatchObject({ code: 'value_class_differs', message: expect.stringMatching(message) });
  // Results of newer steps stay as they are.
  if (how === 'argument' || how === 'list') await app.deploy(moneyFiles(STORED));
  else await run.moveTo();
  await expect(run.returnValue).resolves.toMatch(/^7 Paid/);
});

test.each(['argument', 'result'])('without types a field that nobody reads tells the same, by %s', async (how) => {
  const { app, run } = await redeployMoney(how, RENAMED, false);
  expect(await app.parked(run)).toMatchObject({
    code: 'value_class_differs',
    message: expect.stringMatching(/gives nothing as "data\.(amount|total)", and the class .* takes unknown/),
  });
});

test('a run that begins anew with such an instance keeps its code', async () => {
  const { run } = await redeployMoney('anew', RENAMED);
  await expect(run.returnValue).resolves.toBe('begun anew 7 Paid');
});

test('a run does not move to code that cannot read the instances of its journal', async () => {
  const app = await DeployedApp.create({}, { isTyped: true });
  await app.deploy(moneyFiles(STORED));
  const run = await app.begin('list');
  await app.deploy(moneyFiles({ ...STORED, ...RENAMED }));
  await expect(run.moveTo()).resolves.toMatchObject({ moved: false, problem: { code: 'value_class_differs' } });
});

test('a run does not move with a call that the other steps cannot read', async () => {
  const app = await DeployedApp.create({}, { isTyped: true });
  await app.deploy(moneyFiles(STORED));
  const run = await app.begin('retried');
  await app.go();
  await vi.waitFor(async () => expect((await run.journal()).at(-1)).toMatchObject({ type: 'step_retrying' }), {
    timeout: 10_000,
  });
  await app.deploy(moneyFiles({ ...STORED, ...RENAMED }));
  await expect(run.moveTo()).resolves.toMatchObject({ moved: false, problem: { code: 'value_class_differs' } });
});

test('a result that nobody could read is kept, and counts for the build that can', async () => {
  const { app, run } = await redeployMoney('result', RENAMED);
  await app.parked(run);
  const inbox = await app.world.readInbox(run.runId as never);
  expect(inbox).toMatchObject([{ content: { type: 'step', payload: expect.stringContaining('"amount"') } }]);
  const parked = app.watchParked();
  // This server has never seen the build that has made the result. It must not make another one, either.
  await app.deploy(moneyFiles(STORED));
  await vi.waitFor(() => expect(parked).toMatchObject([{ code: 'value_class_differs' }]), { timeout: 10_000 });
  expect(await app.world.readInbox(run.runId as never)).toEqual(inbox);
  await app.deploy(moneyFiles({ ...STORED, ...RENAMED }));
  await run.moveTo();
  await expect(run.returnValue).resolves.toBe('7 Paid');
});

test('the application gets an error for such a result', async () => {
  const { run } = await redeployMoney('own', RENAMED);
  await expect(run.returnValue).rejects.toMatchObject({ code: 'value_class_differs' });
});

test('types that are not true park nothing, also in a message of nobody knows whom', async () => {
  const untrue = { ...STORED, gives: STORED.gives.replace('money.cents', 'String(money.cents) as never') };
  const app = await DeployedApp.create({}, { isTyped: true });
  await app.deploy(moneyFiles(untrue));
  const run = await app.begin('hook');
  await app.go();
  await expect(run.returnValue).resolves.toBe('7 Paid');
});

test.each<[string, Partial<Stored>]>([
  [
    'a field that may be left out',
    {
      types: STORED.types.replace('total', 'vat?: number; total'),
      makes: STORED.makes.replace('total', 'total + (data.vat ?? 0)'),
    },
  ],
  [
    'both names',
    {
      ...RENAMED,
      gives: STORED.gives,
      types: STORED.types.replace('Data {', 'Data { amount?: number;'),
      makes: 'new Money(data.amount ?? data.total, data.status)',
    },
  ],
])('runs go on where old instances can be read: %s', async (_, after) => {
  for (const how of ['argument', 'result', 'child', 'anew']) {
    const { run } = await redeployMoney(how, after, how !== 'result');
    await expect(run.returnValue).resolves.toMatch(/7 Paid$/);
  }
});

/** The fields of `PayError`, and what else is declared beside it. */
interface Fields {
  types: string;
  fields: string;
  code: string;
}

const FIELDS: Fields = {
  types: 'export enum Code { Declined, Expired }',
  fields: 'readonly code: Code',
  code: 'Code[error.code]',
};

const errorFiles = ({ types, fields, code }: Fields): Record<string, string> => ({
  'lib/code.ts': types,
  'lib/errors.ts': `import { FatalError } from 'workflow';
import { Code } from './code.ts';
class Socket { at = 1; }
class BaseError extends FatalError {
  readonly order: string;
  constructor(${fields}, readonly socket: object = new Socket()) { super('no'); this.order = 'o1'; }
}
export class PayError extends BaseError {}
export const codeOf = (error: PayError): string => ${code};`,
  'workflows/steps.ts': `import { getStepMetadata, RetryableError } from 'workflow';
import { codeOf, PayError } from '../lib/errors.ts';
import { Code } from '../lib/code.ts';
export async function pay() { 'use step'; throw new PayError(Code.Expired); }
export async function payLater() {
  'use step';
  if (getStepMetadata().attempt > 1) return 'paid';
  throw new RetryableError('later', { retryAfter: 1, cause: new PayError(Code.Expired) });
}
export async function told(all: PayError[]) { 'use step'; return all.map(codeOf).join(); }`,
  'workflows/order.ts': `import { createHook } from 'workflow';
import { start } from 'workflow/api';
import { codeOf, PayError } from '../lib/errors.ts';
import { pay, payLater, told } from './steps.ts';
const codeIn = (error: unknown): string => (error instanceof PayError ? codeOf(error) : 'another class');
export async function order(how: string): Promise<unknown> {
  'use workflow';
  const own = await pay().catch((error: unknown) => error as PayError);
  await createHook({ token: 'go' });
  if (how === 'argument') return await told([own]);
  if (how === 'thrown') return await pay().catch(codeIn);
  if (how === 'retried') return await payLater();
  if (how === 'child') return await (await start(child, [])).returnValue.catch((error: Error) => codeIn(error.cause));
  throw own;
}
export async function child() { 'use workflow'; await pay(); }`,
});

async function redeployErrors(how: string, after: Partial<Fields>, isTyped = true) {
  const app = await DeployedApp.create({}, { isTyped });
  await app.deploy(errorFiles(FIELDS));
  const run = await app.begin(how);
  await app.deploy(errorFiles({ ...FIELDS, ...after }));
  await app.go();
  return { app, run };
}

const OTHER_NAME = { fields: 'readonly reason: Code', code: 'Code[error.reason]' };
const BOTH_NAMES = {
  fields: 'readonly reason?: Code, readonly code?: Code',
  code: 'Code[(error.reason ?? error.code)!]',
};
const OTHER_ENUM = { types: FIELDS.types.replace('Expired', 'Unknown, Expired') };

test.each<[string, string, Partial<Fields>, boolean, RegExp]>([
  [
    'a field in another name',
    'argument',
    OTHER_NAME,
    true,
    /"PayError" .* gives nothing as "error\.reason", .*:8\) takes/,
  ],
  ['a field in another name', 'thrown', OTHER_NAME, true, /"PayError" .* gives nothing as "error\.code", .*:8\) takes/],
  ['a field in another name', 'child', OTHER_NAME, true, /gives nothing as "error\.code"/],
  ['without types', 'argument', OTHER_NAME, false, /"BaseError" .* gives nothing as "error\.reason", .*:4\) takes/],
  ['without types', 'thrown', OTHER_NAME, false, /"BaseError" .* gives nothing as "error\.code", .*:4\) takes/],
  ['a member of an enum', 'argument', OTHER_ENUM, true, /gives Expired = 1 as "error\.code", .* takes .*Unknown = 1/],
  ['a member of an enum', 'thrown', OTHER_ENUM, true, /gives Expired = 2 as "error\.code", .* takes .*Expired = 1/],
])('no code gets an error whose class has other fields: %s, %s', async (_, how, after, isTyped, message) => {
  const { app, run } = await redeployErrors(how, after, isTyped);
  expect(await app.parked(run)).toMatchObject({ code: 'value_class_differs', message: expect.stringMatching(message) });
  const inbox = await app.world.readInbox(run.runId as never);
  if (how === 'argument') await app.deploy(errorFiles(FIELDS));
  else {
    // The step has ended, so nobody makes it again.
    if (how === 'thrown') expect(inbox).toMatchObject([{ content: { type: 'attempt', news: 'failed' } }]);
    // The journal holds an error of before.
    await expect(run.moveTo()).resolves.toMatchObject({ moved: false, problem: { code: 'value_class_differs' } });
    await app.deploy(errorFiles({ ...FIELDS, ...(after === OTHER_NAME && BOTH_NAMES) }));
    await run.moveTo();
  }
  // Nobody can tell which of its two forms the enum had.
  if (how === 'argument' || after === OTHER_NAME) await expect(run.returnValue).resolves.toBe('Expired');
});

test.each<[string, Partial<Fields>]>([
  ['that may be left out', { fields: 'readonly code: Code, readonly by?: string' }],
  ['that stay as they are', { types: FIELDS.types.replace('Expired', 'Expired, Unknown') }],
])('errors with fields %s are read by all code', async (_, after) => {
  for (const how of ['argument', 'thrown', 'child']) {
    const { run } = await redeployErrors(how, after);
    await expect(run.returnValue).resolves.toBe('Expired');
  }
});

test('the error of an attempt that is made again is nothing that a run has to read', async () => {
  const { run } = await redeployErrors('retried', OTHER_NAME);
  await expect(run.returnValue).resolves.toBe('paid');
});

test('the application learns why a run failed, though its class of errors has other fields', async () => {
  const { run } = await redeployErrors('failed', OTHER_NAME);
  await expect(run.returnValue).rejects.toMatchObject({
    code: 'run_failed',
    cause: { code: 'value_class_differs', cause: { message: 'no', code: 1, order: 'o1' } },
  });
});
