/** Whether values of one type fit code that takes another: types as each TypeScript knows them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findResultMisfit, findTypeMisfit, type StoredType } from '../../runtime/contract/stored-types.ts';
import { readStoredTypes } from '../../ts-plugin/analysis/hosts/read-stored-types.ts';
import { TYPESCRIPT_VERSIONS, writeTypedProject } from './typed-project.ts';

/** `type T = …`, with what it needs. `null`: it fits; a text: the place where it does not, with both types. */
interface Case {
  given: string;
  taken: string;
  reads?: string[];
  misfit: string | null;
}

const ORDER = 'type T = { id: string; total: number; note?: string }';
const STATUS = 'enum Status { Open, Paid } type T = Status';

const CASES: Readonly<Record<string, Case>> = {
  'the same': { given: ORDER, taken: ORDER, misfit: null },
  'another primitive': { given: 'type T = string', taken: 'type T = number', misfit: 'v: string → number' },
  'a field of another name': {
    given: ORDER,
    taken: ORDER.replace('total', 'amount'),
    misfit: 'v.amount: nothing → number',
  },
  'a field that is not read': { given: ORDER, taken: ORDER.replace('total', 'amount'), reads: ['id'], misfit: null },
  'a field that is read': {
    given: ORDER,
    taken: ORDER.replace('total', 'amount'),
    reads: ['amount', 'id'],
    misfit: 'v.amount: nothing → number',
  },
  'a field more that may be left out': { given: ORDER, taken: `${ORDER} & { by?: string }`, misfit: null },
  'a field that may not be left out any more': {
    given: ORDER,
    taken: ORDER.replace('note?', 'note'),
    misfit: 'v.note: undefined → string',
  },
  'options of other names': {
    given: 'type T = { total?: number }',
    taken: 'type T = { amount?: number }',
    misfit: 'v.amount: nothing → number | undefined',
  },
  'options with one more': {
    given: 'type T = { total?: number }',
    taken: 'type T = { total?: number; by?: string }',
    reads: ['by'],
    misfit: null,
  },
  'a field in a list': {
    given: 'type T = { items: { sku: string; price: number }[] }',
    taken: 'type T = { items: { sku: string; cents: number }[] }',
    reads: ['items.*.cents'],
    misfit: 'v.items.*.cents: nothing → number',
  },
  'a field behind a way that nobody understands': {
    given: 'type T = { items: { sku: string; price: number }[] }',
    taken: 'type T = { items: { sku: string; cents: number }[] }',
    reads: ['items.*.1.sku'],
    misfit: 'v.items.*.cents: nothing → number',
  },
  'a field of one of several objects': {
    given: "type T = { kind: 'card'; card: string } | { kind: 'cash'; coins: number }",
    taken: "type T = { kind: 'card'; card: string } | { kind: 'cash'; notes: number }",
    reads: ['card', 'kind'],
    misfit: null,
  },
  'the length of a list': {
    given: 'type T = { items: { price: number }[] }',
    taken: 'type T = { items: { cents: number }[] }',
    reads: ['items.length'],
    misfit: null,
  },
  'a member of an enum inserted': {
    given: STATUS,
    taken: STATUS.replace('Paid', 'Refunded, Paid'),
    misfit: 'v: Paid = 1 → Open = 0 | Refunded = 1 | Paid = 2',
  },
  'a member of an enum added': { given: STATUS, taken: STATUS.replace('Paid', 'Paid, Refunded'), misfit: null },
  'an enum of texts in another order': {
    given: "enum Status { Open = 'open', Paid = 'paid' } type T = Status",
    taken: "enum Status { Settled = 'paid', Open = 'open' } type T = Status",
    misfit: null,
  },
  'a text less': {
    given: "type T = 'open' | 'paid' | 'void'",
    taken: "type T = 'open' | 'paid'",
    misfit: 'v: "void" → "open" | "paid"',
  },
  'a text more': { given: "type T = 'open'", taken: "type T = 'open' | 'paid'", misfit: null },
  'any text, of which nobody knows which it is': { given: 'type T = string', taken: "type T = 'open'", misfit: null },
  'a text of a list of texts': { given: "type T = 'open' | 'paid'", taken: 'type T = string', misfit: null },
  nothing: { given: 'type T = string | null', taken: 'type T = string', misfit: 'v: null → string' },
  'nothing in an object that is read': {
    given: `${ORDER} | null`,
    taken: ORDER,
    reads: ['id'],
    misfit: 'v: null → { id: string; note?: unknown; total?: unknown }',
  },
  'one of a boolean or nothing': { given: 'type T = true', taken: 'type T = boolean | null', misfit: null },
  'a date as a text': { given: 'type T = Date', taken: 'type T = string', misfit: 'v: Date → string' },
  'a map of other values': {
    given: 'type T = Map<string, number>',
    taken: 'type T = Map<string, string>',
    misfit: 'v.*: number → string',
  },
  'a record of other values': {
    given: 'type T = Record<string, number>',
    taken: 'type T = { total: string }',
    misfit: null,
  },
  'a pair that is longer': {
    given: 'type T = [string]',
    taken: 'type T = [string, number]',
    misfit: 'v: [string] → [string, number]',
  },
  'a list of a pair': {
    given: 'type T = [string, number]',
    taken: 'type T = string[]',
    misfit: 'v.*: number → string',
  },
  'one of several objects': {
    given: "type T = { kind: 'card'; card: string } | { kind: 'cash' }",
    taken: "type T = { kind: 'card'; card: string } | { kind: 'cash' } | { kind: 'gift'; code: string }",
    misfit: null,
  },
  'an object less': {
    given: "type T = { kind: 'card'; card: string } | { kind: 'gift'; code: string }",
    taken: "type T = { kind: 'card'; card: string }",
    misfit: 'v.card: nothing → string',
  },
  'an instance for an object': {
    given: 'class Money { cents = 1 } type T = Money',
    taken: 'type T = { cents: number }',
    misfit: null,
  },
  'an instance for a number': {
    given: 'class Money { cents = 1 } type T = Money',
    taken: 'type T = number',
    misfit: 'v: instance → number',
  },
  'an object of which nothing is said': { given: 'type T = {}', taken: ORDER, misfit: null },
  'an error of a class that extends another': { given: 'type T = TypeError', taken: 'type T = Error', misfit: null },
  'what nobody knows': { given: 'type T = any', taken: 'type T = { id: string }', misfit: null },
  'what nobody knows any more': { given: 'type T = number', taken: 'type T = unknown', misfit: null },
  'a type that holds itself': {
    given: 'type T = { id: string; parent?: T }',
    taken: 'type T = { id: string; parent?: T; by?: string }',
    misfit: null,
  },
};

/** Code of before takes the first, and a step of now gives the second. */
const RESULTS: Readonly<Record<string, Omit<Case, 'reads'>>> = {
  'a field less': { taken: ORDER, given: 'type T = { id: string }', misfit: 'result.total: nothing → number' },
  'a field more': { taken: ORDER, given: `${ORDER} & { by: string }`, misfit: null },
  'a text more': { taken: "type T = 'open'", given: "type T = 'open' | 'paid'", misfit: null },
  'another text': { taken: "type T = 'open'", given: "type T = 'opened'", misfit: null },
  nothing: { taken: ORDER, given: `${ORDER} | null`, misfit: null },
  'nothing, and fields less': {
    taken: ORDER,
    given: 'type T = { id: string } | null',
    misfit: 'result.total: nothing → number',
  },
  'nothing any more': {
    taken: ORDER,
    given: 'type T = void',
    misfit: 'result: undefined → { id: string; note?: string; total: number }',
  },
  'a field that is nothing any more': {
    taken: ORDER,
    given: ORDER.replace('total: number', 'total: undefined'),
    misfit: 'result.total: undefined → number',
  },
  'a result where none was': { taken: 'type T = void', given: 'type T = string', misfit: null },
  'a member of an enum inserted': {
    taken: STATUS,
    given: STATUS.replace('Paid', 'Refunded, Paid'),
    misfit: 'result: Refunded = 1 → Open = 0 | Paid = 1',
  },
  'a member of an enum added': { taken: STATUS, given: STATUS.replace('Paid', 'Paid, Refunded'), misfit: null },
};

const VALUE = 'export declare const value: T;';

/** The types of all cases, by the texts that declare them. */
async function readTypes(version: (typeof TYPESCRIPT_VERSIONS)[number]): Promise<ReadonlyMap<string, StoredType>> {
  const texts = [...Object.values(CASES), ...Object.values(RESULTS)].flatMap(({ given, taken }) => [given, taken]);
  const files = texts.map((text, index) => [`${index}.ts`, `${text};\n${VALUE}`] as const);
  using project = writeTypedProject(Object.fromEntries(files), version);
  const asked = files.map(([name, text]) => {
    const start = text.lastIndexOf('value');
    return {
      path: join(project.rootDir, name),
      questions: [{ span: { start, end: start + 5 }, of: 'expression' as const }],
    };
  });
  const answers = (await readStoredTypes(project.rootDir, asked))!;
  return new Map(texts.map((text, index) => [text, answers[index]![0]!]));
}

const ERRORS = `import { Installed } from 'installed';
class Socket {}
class Base extends Error {
  override name = 'Base';
  readonly at: Date;
  note?: string;
  static readonly all = 1;
  #hidden = 1;
  handler = (): number => this.#hidden;
  constructor(protected readonly status: 404 | 500, private socket: Socket) { super('no'); this.at = new Date(this.text); }
  get text(): string { return String(this.socket); }
  told(): string { return this.name; }
}
class HttpError extends Base { readonly details = { url: 'u' }; }
class OtherError extends Installed {}
class NoError extends Error {}`;

test.each(TYPESCRIPT_VERSIONS)('TypeScript %s says which fields errors of a class have', async (version) => {
  const installed = 'export declare class Installed extends Error { code: number }';
  const files = { 'errors.ts': ERRORS, 'node_modules/installed/index.d.ts': installed };
  using project = writeTypedProject(files, version);
  const questions = ['HttpError', 'OtherError', 'NoError'].map((name) => {
    const start = ERRORS.indexOf(`class ${name}`) + 6;
    const span = { start, end: start + name.length };
    return { span, of: 'expression' as const, isWide: true as const, isError: true as const };
  });
  const types = await readStoredTypes(project.rootDir, [{ path: join(project.rootDir, 'errors.ts'), questions }]);
  const ofBase = { at: { instanceOf: 'Date', of: [] }, note: ['string', 'optional'], status: 'number' };
  expect(types).toEqual([
    [
      { fields: { ...ofBase, details: { fields: { url: 'string' } }, socket: ['instance', 'optional'] } },
      { fields: { code: ['unknown', 'optional'] } },
      { fields: {} },
    ],
  ]);
});

test.each(TYPESCRIPT_VERSIONS)('types of TypeScript %s are compared', async (version) => {
  const types = await readTypes(version);
  const textOf = (found: ReturnType<typeof findResultMisfit>): string | null =>
    found && `${found.at}: ${found.given} → ${found.taken}`;
  const ofArguments = Object.entries(CASES).map(([name, { given, taken, reads }]) => {
    const value = { type: types.get(taken)!, ...(reads && { reads }) };
    return [name, textOf(findTypeMisfit(value, types.get(given)!, 'v'))];
  });
  const ofResults = Object.entries(RESULTS).map(([name, { given, taken }]) => [
    name,
    textOf(findResultMisfit({ type: types.get(taken)! }, types.get(given)!, 'result')),
  ]);
  const expected = (cases: Readonly<Record<string, Pick<Case, 'misfit'>>>) =>
    Object.fromEntries(Object.entries(cases).map(([name, { misfit }]) => [name, misfit]));
  expect(Object.fromEntries(ofArguments)).toEqual(expected(CASES));
  expect(Object.fromEntries(ofResults)).toEqual(expected(RESULTS));
});
