import { expect, test } from 'vitest';
import { createCodec } from './codec.ts';
import { markReply, replyStreamOf } from './webhook-reply.ts';

const codec = createCodec();
const roundTrip = async <Value>(value: Value): Promise<Value> => codec.decode(await codec.encodeAsync(value)) as Value;

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, index) => index);

test('a Request keeps method, address, headers and the exact bytes of its body', async () => {
  const request = new Request('https://example.com/hook?a=1', {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-signature': 'abc' },
    body: EVERY_BYTE,
    redirect: 'manual',
  });
  const copy = await roundTrip(request);
  expect(copy).toBeInstanceOf(Request);
  expect([copy.method, copy.url, copy.redirect]).toEqual(['PUT', 'https://example.com/hook?a=1', 'manual']);
  expect([...copy.headers]).toEqual([...request.headers]);
  expect(await copy.bytes()).toEqual(EVERY_BYTE);
});

test('encoding a Request leaves its body readable', async () => {
  const request = new Request('https://example.com', { method: 'POST', body: 'mine' });
  await codec.encodeAsync([request]);
  expect(await request.text()).toBe('mine');
});

test('a Request without a body needs no waiting', () => {
  const copy = codec.decode(codec.encode(new Request('https://example.com/'))) as Request;
  expect([copy.method, copy.body]).toEqual(['GET', null]);
});

test('an aborted Request stays aborted', async () => {
  const copy = await roundTrip(new Request('https://example.com/', { signal: AbortSignal.abort(new Error('gone')) }));
  expect(copy.signal.aborted).toBe(true);
  expect(copy.signal.reason).toMatchObject({ message: 'gone' });
});

test('a webhook Request whose caller waits keeps where its answer goes and gets what sends it', async () => {
  const copy = await roundTrip(markReply(new Request('https://example.com/'), '$reply/1'));
  expect(replyStreamOf(copy)).toBe('$reply/1');
  expect(replyStreamOf(await roundTrip(new Request('https://example.com/')))).toBeNull();

  const attached: string[] = [];
  const { decode } = createCodec({ attachReply: (_, stream) => attached.push(stream) });
  decode(await codec.encodeAsync([copy, new Request('https://example.com/')]));
  expect(attached).toEqual(['$reply/1']);
});

test('a Response keeps status, headers and the exact bytes of its body', async () => {
  const response = new Response(EVERY_BYTE, { status: 418, statusText: 'Teapot', headers: { 'x-a': '1' } });
  const copy = await roundTrip(response);
  expect(copy).toBeInstanceOf(Response);
  expect([copy.status, copy.statusText, copy.ok, copy.headers.get('x-a')]).toEqual([418, 'Teapot', false, '1']);
  expect(await copy.bytes()).toEqual(EVERY_BYTE);
});

test.each([
  ['without a body', new Response(null, { status: 204 }), 204],
  ['with an empty body', new Response(''), 200],
  ['that redirects', Response.redirect('https://example.com/next', 303), 303],
  ['of a failed fetch', Response.error(), 0],
])('a Response %s crosses', async (_, response, status) => {
  const copy = await roundTrip(response);
  expect([copy.status, copy.type]).toEqual([status, response.type]);
  expect(copy.headers.get('location')).toBe(response.headers.get('location'));
  expect(await copy.text()).toBe('');
});

test('an answer of fetch keeps the address that it came from', async () => {
  const copy = await roundTrip(await fetch('data:text/plain,hello'));
  expect([copy.url, copy.redirected]).toEqual(['data:text/plain,hello', false]);
  expect(await copy.text()).toBe('hello');
});

test('a body that was already read is refused with its place', async () => {
  const response = new Response('once');
  await response.text();
  await expect(codec.encodeAsync({ page: [response] }, 'result')).rejects.toThrow(
    /^result\.page\[0\] is a Response whose body was already read.*value_body_used/,
  );
});

test('an error that holds a response which was already read is not lost', async () => {
  const response = new Response('once');
  await response.text();
  const error = Object.assign(new Error('bad answer'), { status: 500, response });
  const copy = await roundTrip(error);
  expect(copy).toMatchObject({ message: 'bad answer', status: 500 });
  expect(Object.keys(copy)).toEqual(['status']);
});

test('Blob, File and FormData keep bytes, types, names and order', async () => {
  const blob = new Blob([EVERY_BYTE], { type: 'application/x-test' });
  const file = new File(['text'], 'Bericht ü.txt', { type: 'text/plain', lastModified: 5 });
  const form = new FormData();
  form.append('a', '1');
  form.append('upload', file);
  form.append('a', '2');
  const copy = await roundTrip({ blob, file, form });
  expect([copy.blob.constructor, copy.blob.type, await copy.blob.bytes()]).toEqual([Blob, blob.type, EVERY_BYTE]);
  expect(copy.file).toBeInstanceOf(File);
  expect([copy.file.name, copy.file.type, copy.file.lastModified]).toEqual(['Bericht ü.txt', 'text/plain', 5]);
  expect(copy.form.getAll('a')).toEqual(['1', '2']);
  expect(await (copy.form.get('upload') as File).text()).toBe('text');
});

test('bodies that are held in memory are encoded without waiting', () => {
  const { encode } = createCodec({ readBody: () => new TextEncoder().encode('held') });
  const copy = codec.decode(encode(new Blob([], { type: 'text/plain' }))) as Blob;
  expect(copy.size).toBe(4);
});
