/** A run finds its code by ids, for weeks: what must not change them, and what does. */
import { describe, expect, test } from 'vitest';
import { analyzeModule } from './analyze/analyze-module.ts';
import { compileModule } from './compile-module.ts';
import { createSourceFile } from './diagnostics.ts';

const ORDER = `import { EOL } from 'node:os';
import { openai } from '@ai-sdk/openai';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
import { DurableAgent } from 'workflow/agent';

export async function order(id: string) {
  'use workflow';
  const confirm = async () => {
    'use step';
    return id + EOL;
  };
  const agent = new DurableAgent({ model: openai('gpt-5') });
  await agent.stream({ messages: [], experimental_transform: [openai(id)] });
  return [await charge(id), await tools.mail.send(id), await confirm(), await Shop.close()];
}
async function charge(id: string) {
  'use step';
  return id;
}
const tools = {
  mail: {
    send: async (id: string) => {
      'use step';
      return id;
    },
  },
};
class Shop {
  static async close() {
    'use step';
  }
}
export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) { return money.cents; }
  static [WORKFLOW_DESERIALIZE](cents: number) { return new Money(cents); }
}
`;

const IDS = [
  'workflow//./order//order',
  'step//./order//order/confirm',
  'step//./order//order/agent/model',
  'step//./order//order/experimental_transform',
  'step//./order//charge',
  'step//./order//tools/mail/send',
  'step//./order//Shop.close',
  'class//./order//Money',
];

function idsOf(code: string): string[] {
  const { info } = compileModule({
    path: '/app/order.ts',
    name: 'order.ts',
    moduleId: './order',
    code,
    view: 'client',
  })!;
  return [
    ...info.workflows.map(({ workflowId }) => workflowId),
    ...info.steps.map(({ stepName }) => stepName),
    ...info.classes.map(({ classId }) => classId),
  ];
}

/** A named replacement: the text that is looked for must be there. */
function edit(from: string, to: string): string {
  expect(ORDER).toContain(from);
  return ORDER.replaceAll(from, to);
}

const OTHER_STEP = "export async function other() { 'use step'; }\n";

test.each<[string, () => string]>([
  ['another step before them', () => OTHER_STEP + ORDER],
  ['another step after them', () => ORDER + OTHER_STEP],
  [
    'another step in the workflow, before',
    () => edit('  const confirm', "  const first = async () => { 'use step'; };\n  const confirm"),
  ],
  [
    'another agent in the workflow, before',
    () => edit('  const agent', "  const first = new DurableAgent({ model: openai('gpt-4') });\n  const agent"),
  ],
  ['a model that is a function', () => edit("model: openai('gpt-5')", "model: async () => openai('gpt-5')")],
  ['a model of another name', () => edit("openai('gpt-5')", 'MODEL')],
  ['another step in the object, before', () => edit('  mail: {', "  log: async () => { 'use step'; },\n  mail: {")],
  [
    'another method in the class, before',
    () => edit('class Shop {', "class Shop {\n  static async open() { 'use step'; }"),
  ],
  ['a nameless step before them', () => `register(async () => { 'use step'; });\n${ORDER}`],
  ['a step of the same name deeper down', () => `${ORDER}const box = { charge: async () => { 'use step'; } };`],
  ['a workflow of the same name as a step', () => `${ORDER}const flows = { charge: async () => { 'use workflow'; } };`],
  ['Windows line ends', () => ORDER.replaceAll('\n', '\r\n')],
  ['a byte order mark', () => `\uFEFF${ORDER}`],
  ['everything on one line', () => ORDER.replaceAll('\n', ' ')],
  ['comments everywhere', () => ORDER.replaceAll('{\n', '{ // comment\n').replaceAll('async ', 'async /* comment */ ')],
  ['double quotes', () => ORDER.replaceAll("'", '"')],
  ['an export that is added', () => edit('async function charge', 'export async function charge')],
  ['an export that is renamed', () => `${ORDER}export { charge as pay, Shop as default };`],
  ['parameters and bodies', () => edit('charge(id: string) {', 'charge(id: string, cents = 5) {')],
  [
    'a declaration that becomes an arrow',
    () => edit('async function charge(id: string) {', 'const charge = async (id: string) => {'),
  ],
  ['an arrow that becomes a method', () => edit('send: async (id: string) => {', 'async send(id: string) {')],
  ['a type that is asserted', () => edit('const tools = {', 'const tools: Record<string, any> = {')],
  [
    'a call around the value',
    () => ORDER.replace('const tools = {', 'const tools = freeze({').replace('};\nclass', '});\nclass'),
  ],
])('ids stay when there is %s', (_, edited) => {
  expect(idsOf(edited())).toEqual(expect.arrayContaining(IDS));
});

describe('an id changes', () => {
  test.each([
    ['charge', 'pay', 'step//./order//charge', 'step//./order//pay'],
    ['order(', 'buy(', 'workflow//./order//order', 'workflow//./order//buy'],
    ['mail', 'post', 'step//./order//tools/mail/send', 'step//./order//tools/post/send'],
    ['Shop', 'Store', 'step//./order//Shop.close', 'step//./order//Store.close'],
    ['Money', 'Price', 'class//./order//Money', 'class//./order//Price'],
  ])('with the name %s', (from, to, before, after) => {
    const ids = idsOf(edit(from, to));
    expect(ids).toContain(after);
    expect(ids).not.toContain(before);
  });
});

describe('the id of a step is a matter of order', () => {
  const orderedIn = (code: string): string[] =>
    analyzeModule(createSourceFile({ path: '/app/order.ts', name: 'order.ts', code }), './order')!
      .functions.filter(({ isOrdered }) => isOrdered)
      .map(({ path }) => path);

  test('for none with a name of its own', () => {
    expect(orderedIn(ORDER)).toEqual([]);
  });

  test('for each of several of one name, and for those without a name', () => {
    const code = `export async function order(list) {
  'use workflow';
  { const act = async () => { 'use step'; }; await act(); }
  { const act = async () => { 'use step'; }; await act(); }
  const other = async () => { 'use step'; };
  await run(async () => { 'use step'; });
}
async function act() { 'use step'; }
`;
    expect(orderedIn(code)).toEqual(['order/act', 'order/act~2', 'order/anonymous']);
  });
});
