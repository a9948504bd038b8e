/** Values of all sorts: what is said of their types must be what the codec does with them. */
import { EventEmitter } from 'node:events';
import { Stats } from 'node:fs';
import type { FatalError as InstalledError } from 'workflow';
import { FatalError } from '../../runtime/values/step-errors.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';

export class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
  static [WORKFLOW_SERIALIZE](point: Point) {
    return { x: point.x };
  }
  static [WORKFLOW_DESERIALIZE](data: { x: number }) {
    return new Point(data.x);
  }
}
class Money {
  amount = 1;
}
class Cart {
  add() {}
}
class OrderError extends Error {
  orderId = 'a';
}
class RichError extends Error {
  log = () => 'a';
  override cause = Symbol('cause');
}
class Tags extends Set<string> {}
class Index extends Map<string, number> {}
class Rows extends Array<number> {}
class Moment extends Date {}
class Bytes extends Uint8Array {}
class Point3 extends Point {
  z = 1;
  length() {
    return this.x + this.z;
  }
}
class Later extends Promise<string> {}
const brand: unique symbol = Symbol('brand');

export async function charge(amount: number) {
  'use step';
  return amount;
}
function plain() {
  return 1;
}
async function eventually() {
  return 1;
}
function* lines() {
  yield 'line';
}
async function* chunks() {
  yield 'chunk';
}

export const text = 'text';
export const number = -0;
export const big = 2n ** 64n;
export const missing = undefined;
export const nothing = null;
export const record = { a: 1, b: [{ c: true }], d: undefined };
export const tuple = [1, 'a'] as const;
export const nested = [[[{ a: [1] }]]];
export const frozen = Object.freeze({ a: 1 });
export const date = new Date(0);
export const regex = /a/giu;
export const map = new Map([['a', { at: new Date(0) }]]);
export const set = new Set([1, 2]);
export const url = new URL('https://a.b/c');
export const search = new URLSearchParams('a=1');
export const bytes = new Uint8Array([1, 2]);
export const buffer = new ArrayBuffer(2);
export const view = new DataView(new ArrayBuffer(2));
export const bigs = new BigInt64Array(1);
export const headers = new Headers({ a: 'b' });
export const form = new FormData();
export const blob = new Blob(['a']);
export const file = new File(['a'], 'a.txt');
export const request = new Request('https://a.b', { method: 'POST', body: 'a' });
export const response = new Response('a', { status: 201 });
export const signal = AbortSignal.abort();
export const error = new Error('a', { cause: { b: 1 } });
export const typeError = new TypeError('a');
export const aggregate = new AggregateError([new Error('a')], 'b');
export const domError = new DOMException('a', 'AbortError');
export const fatal: InstalledError = new FatalError('a');
export const point = new Point(1);
export const points = { list: [new Point(1)] };
export const pointClass = Point;
export const step = charge;
export const steps = { charge };

export const symbol = Symbol('a');
export const symbols = { a: [Symbol('a')] };
export const fn = plain;
export const arrow = { run: () => 1 };
export const asyncFn = { eventually };
export const method = {
  id: 1,
  run() {
    return 1;
  },
};
export const cartClass = Cart;
export const promise = Promise.resolve(1);
export const promises = { all: [Promise.resolve(1)] };
export const thenable = new Later((resolve) => resolve('a'));
export const generator = lines();
export const asyncGenerator = chunks();
export const entries = new Map([['a', 1]]).entries();
export const money = new Money();
export const monies = { list: [new Money()] };
export const cart = new Cart();
export const cartInMap = new Map([['a', new Cart()]]);
export const point3 = new Point3(1);
export const weakMap = new WeakMap();
export const weakSet = new WeakSet();
export const weakRef = new WeakRef({});
export const controller = new AbortController();
export const emitter = new EventEmitter();
export const stats = Object.create(Stats.prototype) as Stats;
export const intl = new Intl.NumberFormat('en');
export const encoder = new TextEncoder();
export const target = new EventTarget();
export const event = new Event('a');
export const channel = new MessageChannel();
export const symbolKey = { [brand]: 1 };
export const iterable = { *[Symbol.iterator]() {} };
export const proxy = new Intl.DateTimeFormat('en');

export const orderError = new OrderError('a');
export const richError = new RichError('a');
export const tags = new Tags(['a']);
export const index = new Index([['a', 1]]);
export const rows = Rows.from([1]) as Rows;
export const moment = new Moment(0);
export const ownBytes = new Bytes(1);
export const nodeBytes = Buffer.from('a');
export const getter = {
  get now() {
    return 1;
  },
};

/** Views register them. */
export const ERRORS: readonly { readonly name: string }[] = [OrderError, RichError];
