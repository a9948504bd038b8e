import { expect, test } from 'vitest';
import { WorkflowError } from '../contract/errors.ts';
import { createCodec } from './codec.ts';

const codec = createCodec();

test.each([
  '',
  'undefined',
  '{',
  '{"json":',
  '{}',
  'null',
  '"text"',
  '5',
  '-9',
  '[]',
  '[[1]]',
  '[["Nope",1],{}]',
  '[["Error",0]]',
  '[["Error",1],5]',
  '[["Map",1,2]]',
  '[["RegExp","("]]',
  '[["BigInt","x"]]',
  '[["Uint8Array",1],7]',
  '[["Uint8Array",1],["ArrayBuffer",2],1e9]',
  '[["Request",1],{}]',
  '[["Step",1],{"stepId":2},"step//a//b"]',
  '[["Stream",1],{"stream":2},"default"]',
  '[["Instance",1],{"class":2,"data":2},"class//x"]',
  '[{"__proto__":1},{"polluted":2},true]',
  '[["null","__proto__",1],{"polluted":2},true]',
  '[[-7,-1,5,1],"x"]',
])('the broken payload %j gives one of our errors and no value', (payload) => {
  let thrown: unknown;
  try {
    codec.decode(payload);
  } catch (error) {
    thrown = error;
  }
  expect(WorkflowError.is(thrown) && thrown.code).toMatch(
    /^value_(payload_invalid|reference_unsupported|class_unknown)$/,
  );
});

test('the error about a broken payload does not quote the data in it', () => {
  expect(() => codec.decode('{"json":{"apiKey":"s3cret')).toThrow(/^(?!.*s3cret).*value_payload_invalid/);
});

test('no payload changes the prototype of any object', () => {
  const before = Object.getOwnPropertyDescriptors(Object.prototype);
  const record = codec.decode(
    '{"json":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  ) as {
    polluted?: unknown;
  };
  expect(record.polluted).toBeUndefined();
  const error = codec.decode(
    '[["Error",1],{"class":2,"name":3,"message":4,"hidden":5,"fields":-1},"__proto__","E","m",{"toString":6},"x"]',
  );
  expect(error).toBeInstanceOf(Error);
  expect(Object.getOwnPropertyDescriptors(Object.prototype)).toEqual(before);
});

test('a short payload that declares a huge array does not take its memory', () => {
  const list = codec.decode('[[-7,4294967295]]') as unknown[];
  expect(list.length).toBe(4_294_967_295);
  expect(Object.keys(list)).toEqual([]);
});
