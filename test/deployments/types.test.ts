/** The types of what steps take and give change while a run waits: it must not be answered with something else. */
import { expect, test } from 'vitest';
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
