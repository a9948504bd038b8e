/**
 * The exact text of each kind of value. Stored values outlive versions of this package and of devalue, which must keep
 * it.
 */
import { expect, test } from 'vitest';
import { createClassRegistry, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from './class-registry.ts';
import { createCodec } from './codec.ts';
import { HANDLE, type HandleReference } from './handle-values.ts';
import type { StepReference } from './codec-environment.ts';
import type { StoredReference } from './stored-reference.ts';

class Money {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }

  static [WORKFLOW_SERIALIZE] = ({ cents }: Money): number => cents;
  static [WORKFLOW_DESERIALIZE] = (cents: number): Money => new Money(cents);
}

const classes = createClassRegistry();
classes.register('class//./money//Money', Money);

/** Step functions, streams and stored lists are plain holders of their references here. */
class Held {
  readonly reference: object;

  constructor(reference: object) {
    this.reference = reference;
  }
}

/** Runs and hooks are, too. */
class Handle {
  readonly [HANDLE]: HandleReference;

  constructor(reference: HandleReference) {
    this[HANDLE] = reference;
  }
}

class Denied extends Error {
  reason = 'r';
}

const steps = new WeakMap<object, StepReference>();
const stored = new WeakMap<object, StoredReference>();

const codec = createCodec({
  buffers: { is: Buffer.isBuffer, from: Buffer.from },
  classes,
  steps: { toReference: (fn) => steps.get(fn) ?? null, fromReference: (reference) => toStep(reference) },
  streams: {
    toReference: (value) => (value instanceof Held ? value.reference : null),
    fromReference: (reference) => new Held(reference),
  },
  signals: { toReference: () => ({ run: 'wrun_1', signal: 0 }), fromReference: () => new AbortController().signal },
  errors: {
    idOf: (cls) => (cls === Denied ? 'class//./errors//Denied' : undefined),
    get: () => Denied,
  },
  handles: {
    fromReference: (reference) => ('workflow' in reference ? toWorkflow(reference.workflow) : new Handle(reference)),
  },
  stored: { toReference: (array) => stored.get(array) ?? null },
});

function toStep(reference: StepReference): () => void {
  const step = (): void => {};
  steps.set(step, reference);
  return step;
}

const toWorkflow = (workflowId: string): object => Object.assign(() => {}, { workflowId });

function toStored(reference: StoredReference): unknown[] {
  const array: unknown[] = [];
  stored.set(array, reference);
  return array;
}

const withStack = <Thrown extends Error>(error: Thrown): Thrown =>
  Object.defineProperty(error, 'stack', { value: 'at order.ts:1:2' });

const LIST: StoredReference = { run: 'wrun_1', stream: '$list:texts', indexes: '0-1' };

function cycle(): object {
  const owner: { self?: object; members: Map<string, object> } = { members: new Map() };
  owner.self = owner;
  owner.members.set('owner', owner);
  return owner;
}

const shared = { id: 1 };

function toResizable(): ArrayBuffer {
  const buffer = new ArrayBuffer(2, { maxByteLength: 4 });
  new Uint8Array(buffer).set([1, 2]);
  return buffer;
}

function toForm(): FormData {
  const form = new FormData();
  form.append('a', 'b');
  return form;
}

const KINDS: [name: string, value: unknown, text: string][] = [
  ['plain data', { text: 'a', list: [1, true, null] }, `{"json":{"text":"a","list":[1,true,null]}}`],
  ['undefined', undefined, `-1`],
  ['numbers that JSON lacks', [NaN, Infinity, -Infinity, -0], `[[-3,-4,-5,-6]]`],
  ['a bigint', 12345678901234567890n, `[["BigInt","12345678901234567890"]]`],
  ['dates', [new Date(5), new Date(NaN)], `[[1,2],["Date","1970-01-01T00:00:00.005Z"],["Date",""]]`],
  ['a regular expression', /a+/gi, `[["RegExp","a+","gi"]]`],
  [
    'a map',
    new Map<unknown, unknown>([
      ['a', 1],
      [2, { b: undefined }],
    ]),
    `[["Map",1,2,3,4],"a",1,2,{"b":-1}]`,
  ],
  ['a set', new Set(['a', 1]), `[["Set",1,2],"a",1]`],
  [
    'an array with holes',
    Object.assign(Array.from<unknown>({ length: 3 }).fill(0), { length: 5 }),
    `[[1,1,1,-2,-2],0]`,
  ],
  ['a sparse array', Object.assign([], { 0: 'a', 400: 'b' }), `[[-7,401,0,1,400,2],"a","b"]`],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), `[["null","a",1],1]`],
  ['one object in two places', [shared, shared], `[[1,1],{"id":2},1]`],
  ['a cycle', cycle(), `[{"members":1,"self":0},["Map",2,0],"owner"]`],
  [
    'boxed values',
    [Object(1), Object('a'), Object(true)],
    `[[1,3,5],["Object",2],1,["Object",4],"a",["Object",6],true]`,
  ],
  ['bytes', new Uint8Array([1, 2, 255]), `[["Uint8Array",1],["ArrayBuffer",2],[3],"AQL/"]`],
  [
    'typed arrays',
    [new Int16Array([-1]), new Float64Array([0.5]), new BigInt64Array([1n]), new DataView(new ArrayBuffer(2))],
    `[[1,5,9,13],["Int16Array",2],["ArrayBuffer",3],[4],"//8=",["Float64Array",6],["ArrayBuffer",7],[8],"AAAAAAAA4D8=",["BigInt64Array",10],["ArrayBuffer",11],[12],"AQAAAAAAAAA=",["DataView",14],["ArrayBuffer",15],[16],"AAA="]`,
  ],
  ['a Buffer', Buffer.from('ab'), `[["Buffer",1],[2],"YWI="]`],
  ['a buffer with room to grow', toResizable(), `[["ArrayBuffer",1],[2,3],"AQI=",4]`],
  [
    'a view that grows with its buffer',
    new Uint8Array(toResizable()),
    `[["ResizableView",1],{"kind":2,"buffer":3,"byteOffset":7},"Uint8Array",["ArrayBuffer",4],[5,6],"AQI=",4,0]`,
  ],
  [
    'a view of two bytes of such a buffer',
    new DataView(toResizable(), 0, 2),
    `[["ResizableView",1],{"kind":2,"buffer":3,"byteOffset":7,"length":8},"DataView",["ArrayBuffer",4],[5,6],"AQI=",4,0,2]`,
  ],
  ['a buffer', new Uint8Array([1, 2]).buffer, `[["ArrayBuffer",1],[2],"AQI="]`],
  [
    'a view of a part of a buffer',
    new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
    `[["View",1],[2],["Uint8Array",3],["ArrayBuffer",4],[5],"AgM="]`,
  ],
  [
    'addresses',
    [new URL('https://example.com/a?b=c'), new URLSearchParams('b=c&b=d')],
    `[[1,2],["URL","https://example.com/a?b=c"],["URLSearchParams","b=c&b=d"]]`,
  ],
  [
    'an error',
    withStack(Object.assign(new RangeError('too far'), { limit: 3n })),
    `[["Error",1],{"class":2,"name":2,"message":3,"stack":4,"brands":-1,"hidden":-1,"fields":5},"RangeError","too far","at order.ts:1:2",{"limit":6},["BigInt","3"]]`,
  ],
  [
    'an error with a cause',
    withStack(new Error('outer', { cause: withStack(new TypeError('inner')) })),
    `[["Error",1],{"class":2,"name":2,"message":3,"stack":4,"brands":-1,"hidden":5,"fields":-1},"Error","outer","at order.ts:1:2",{"cause":6},["Error",7],{"class":8,"name":8,"message":9,"stack":4,"brands":-1,"hidden":-1,"fields":-1},"TypeError","inner"]`,
  ],
  [
    'several errors',
    withStack(new AggregateError([withStack(new Error('one'))], 'all')),
    `[["Error",1],{"class":2,"name":2,"message":3,"stack":4,"brands":-1,"hidden":5,"fields":-1},"AggregateError","all","at order.ts:1:2",{"errors":6},[7],["Error",8],{"class":9,"name":9,"message":10,"stack":4,"brands":-1,"hidden":-1,"fields":-1},"Error","one"]`,
  ],
  [
    'a DOMException',
    withStack(new DOMException('stopped', 'AbortError')),
    `[["Error",1],{"class":2,"name":3,"message":4,"stack":5,"brands":-1,"hidden":-1,"fields":-1},"DOMException","AbortError","stopped","at order.ts:1:2"]`,
  ],
  ['headers', new Headers({ a: 'b' }), `[["Headers",1],[2],[3,4],"a","b"]`],
  [
    'a blob',
    new Blob(['text'], { type: 'text/plain' }),
    `[["Blob",1],{"type":2,"bytes":3},"text/plain",["Uint8Array",4],["ArrayBuffer",5],[6],"dGV4dA=="]`,
  ],
  [
    'a file',
    new File(['text'], 'a.txt', { type: 'text/plain', lastModified: 7 }),
    `[["File",1],{"name":2,"type":3,"lastModified":4,"bytes":5},"a.txt","text/plain",7,["Uint8Array",6],["ArrayBuffer",7],[8],"dGV4dA=="]`,
  ],
  ['a form', toForm(), `[["FormData",1],[2],[3,4],"a","b"]`],
  [
    'a request',
    new Request('https://example.com/', { method: 'POST', body: 'text', headers: { a: 'b' } }),
    `[["Request",1],{"url":2,"method":3,"headers":4,"body":11,"init":15},"https://example.com/","POST",[5,8],[6,7],"a","b",[9,10],"content-type","text/plain;charset=UTF-8",["Uint8Array",12],["ArrayBuffer",13],[14],"dGV4dA==",{"cache":16,"credentials":17,"integrity":18,"keepalive":19,"redirect":20},"default","same-origin","",false,"follow"]`,
  ],
  [
    'a response',
    new Response('text', { status: 201, headers: { a: 'b' } }),
    `[["Response",1],{"status":2,"statusText":3,"headers":4,"body":11},201,"",[5,8],[6,7],"a","b",[9,10],"content-type","text/plain;charset=UTF-8",["Uint8Array",12],["ArrayBuffer",13],[14],"dGV4dA=="]`,
  ],
  ['an array with fields', Object.assign([1], { index: 2 }), `[["List",1],{"items":2,"fields":4},[3],1,{"index":5},2]`],
  [
    'a controller',
    new AbortController(),
    `[["AbortController",1],{"signal":2},["AbortSignal",3],{"aborted":4,"source":5},false,{"run":6,"signal":7},"wrun_1",0]`,
  ],
  ['a run', { run: new Handle({ run: 'wrun_1' }) }, `[{"run":1},["Handle",2],{"run":3},"wrun_1"]`],
  ['a hook', { hook: new Handle({ hook: 'token' }) }, `[{"hook":1},["Handle",2],{"hook":3},"token"]`],
  ['a workflow', toWorkflow('workflow//./a//b'), `[["Handle",1],{"workflow":2},"workflow//./a//b"]`],
  [
    'the content of a stream',
    new Held({ content: new Uint8Array([1]) }),
    `[["Stream",1],{"content":2},["Uint8Array",3],["ArrayBuffer",4],[5],"AQ=="]`,
  ],
  [
    'an error with classes of its own',
    withStack(new Denied('no')),
    `[["Error",1],{"class":2,"classes":3,"name":2,"message":5,"stack":6,"brands":-1,"hidden":-1,"fields":7},"Error",[4],"class//./errors//Denied","no","at order.ts:1:2",{"reason":8},"r"]`,
  ],
  ['an aborted signal', AbortSignal.abort('enough'), `[["AbortSignal",1],{"reason":2,"aborted":3},"enough",true]`],
  [
    'a signal of a workflow',
    new AbortController().signal,
    `[["AbortSignal",1],{"aborted":2,"source":3},false,{"run":4,"signal":5},"wrun_1",0]`,
  ],
  [
    'a step function',
    toStep({ stepId: 'step//./orders//charge', captured: { rate: 2 }, bound: { args: [1n] } }),
    `[["Step",1],{"stepId":2,"captured":3,"bound":5},"step//./orders//charge",{"rate":4},2,{"args":6},[7],["BigInt","1"]]`,
  ],
  ['a class', Money, `[["Class",1],{"class":2},"class//./money//Money"]`],
  ['an instance of a class', new Money(5), `[["Instance",1],{"class":2,"data":3},"class//./money//Money",5]`],
  [
    'a stream',
    new Held({ run: 'wrun_1', stream: 'default', read: true }),
    `[["Stream",1],{"run":2,"stream":3,"read":4},"wrun_1","default",true]`,
  ],
  [
    'values of a stored list',
    [toStored(LIST)],
    `[[1],["Stored",2],{"run":3,"stream":4,"indexes":5},"wrun_1","$list:texts","0-1"]`,
  ],
];

test.each(KINDS)('%s is stored as earlier versions wrote it', async (_, value, text) => {
  await expect(codec.encodeAsync(value)).resolves.toBe(text);
});

test.each(KINDS)('%s is read from what earlier versions wrote', async (_, _value, text) => {
  const read = (reference: StoredReference): string[] => [JSON.stringify({ json: reference })];
  const value = codec.decode(text, read);
  // The values of a list come back, not the list itself; a view of a part comes back with a buffer of its own.
  if (text.includes('"Stored"')) expect(value).toEqual([[LIST]]);
  else if (text.includes('"View"')) expect(value).toEqual(new Uint8Array([2, 3]));
  else await expect(codec.encodeAsync(value)).resolves.toBe(text);
});
