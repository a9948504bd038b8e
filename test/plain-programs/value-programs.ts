/** Every kind of value, on each of its ways: out of a step, into one, and captured by a nested one. */
import type { Program } from './set-up-places.ts';

/** The code that makes a value, and what the workflow asks of it, by what it is. */
const VALUES: Readonly<Record<string, readonly [made: string, asked: string]>> = {
  'texts of all kinds': [`['', '\\u2028', '\\ud800', 'é'.normalize('NFD')]`, 'value.map((text) => text.length)'],
  numbers: ['[-0, NaN, -Infinity, 2 ** 53, 1e-7, 0.1 + 0.2]', 'value.map((n) => [Object.is(n, -0), String(n)])'],
  'large integers': ['[10n ** 40n, -1n]', 'value[0] + value[1]'],
  'a list with holes': ['[1, , undefined, null]', '[1 in value, 2 in value, value.length]'],
  'an object with undefined': [`({ a: undefined, 'b c': 1, 3: 2 })`, `[Object.keys(value), 'a' in value]`],
  'an object without a prototype': [`Object.assign(Object.create(null), { a: 1 })`, 'Object.getPrototypeOf(value)'],
  dates: ['[new Date(86_400_000), new Date(NaN)]', '[value[0].toISOString(), value[0].getFullYear(), isNaN(value[1])]'],
  'a regular expression': ['/(?<year>\\d+)-/iu', "[value.flags, value.source, value.exec('in 2024-01').groups.year]"],
  'a map of maps': [
    'new Map([[1, new Map([["a", new Set([1])]])], ["1", null]])',
    '[value.size, value.get(1).get("a").has(1)]',
  ],
  'a set': ['new Set([NaN, 0, "0"])', '[value.has(NaN), value.has("0"), [...value.union(new Set([7]))]]'],
  'the bytes of Node': ['Buffer.from("héllo")', '[Array.from(value), value.toString("hex"), value.toString()]'],
  'bytes in all forms': [
    '[new Uint8Array([1, 2]).buffer, new Float64Array([0.5]), new DataView(new ArrayBuffer(2))]',
    '[value[0].byteLength, value[1][0], value[2].getInt16(0)]',
  ],
  'an address': [
    'new URL("https://user@shop.test:81/a?b=1&b=2#c")',
    '[value.searchParams.getAll("b"), value.origin, `${value}`]',
  ],
  'parameters of an address': [
    'new URLSearchParams("b=1&b=2&c=%20")',
    '[value.getAll("b"), value.get("c"), `${value}`]',
  ],
  headers: ['new Headers({ "X-A": "1", accept: "a, b" })', '[value.get("x-a"), [...value.keys()]]'],
  'one object twice': [
    '(() => { const one = { n: 1 }; return [one, one, { one }]; })()',
    '[value[0] === value[1], value[2].one === value[0]]',
  ],
  'a circle': ['(() => { const one = { n: 1 }; one.self = one; return one; })()', 'value.self === value'],
  errors: [
    '[new RangeError("far", { cause: "x" }), new AggregateError([new Error("a")], "many")]',
    '[value[0] instanceof RangeError, value[0].cause, value[1].errors[0].message]',
  ],
  'boxed values': ['[Object(1), Object("a"), Object(2n)]', 'value.map((one) => [typeof one, one + one])'],
  'an instance': ['new Money(3)', '[value instanceof Money, value.twice, JSON.stringify(value)]'],
};

const HEAD = `import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
export class Money {
  constructor(cents) { this.cents = cents; }
  get twice() { return this.cents * 2; }
  static [WORKFLOW_SERIALIZE] = ({ cents }) => cents;
  static [WORKFLOW_DESERIALIZE] = (cents) => new Money(cents);
}
`;

const toProgram = ([name, [made, asked]]: [string, readonly [string, string]]): Program => ({
  name,
  files: {
    'flow.ts': `${HEAD}export async function give() {
  'use step';
  return ${made};
}
async function pass(value) {
  'use step';
  return [${asked}, value];
}
export async function flow() {
  'use workflow';
  const value = await give();
  const nested = async () => {
    'use step';
    return ${asked};
  };
  return [${asked}, await pass(value), await nested(), (await Promise.all([give()])).map((value) => ${asked})];
}
`,
  },
});

/** All of them. */
export const VALUE_PROGRAMS: readonly Program[] = Object.entries(VALUES).map(toProgram);
