import { expect, it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  "new Blob(['a', new Uint8Array([98]), new Blob(['c']), 1, null], { type: 'A/B' }).text()",
  "const b = new Blob(['é'], { type: 'A/B' }); return [b.size, b.type]",
  "new Blob(['a'], { type: 'é' }).type",
  "new Blob(['a\\r\\nb\\rc'], { endings: 'native' }).size",
  "new Blob(['abcdef']).slice(1, -1).text()",
  "new Blob(['abcdef']).slice(-3).text()",
  "new Blob(['abcdef']).slice(4, 2).text()",
  "new Blob(['abcdef']).slice(1, 3, 'X/y').type",
  "new Blob(['abc']).arrayBuffer()",
  "new Blob(['abc']).bytes()",
  "Array.fromAsync(new Blob(['ab']).stream())",
  "new Blob('abc')",
  "new Blob(['a'], { endings: 'x' })",
])('holds the bytes of a blob as Node does: %s', sameAsNode);

it.each([
  "const f = new File(['a'], 'n', { type: 't/u', lastModified: 5 }); return [f.name, f.type, f.lastModified, f.size, f instanceof Blob]",
  "new File(['a'], 'n', { lastModified: 'x' }).lastModified",
  "Object.prototype.toString.call(new File([], 'n'))",
  "new File(['a'])",
])('makes files as Node does: %s', sameAsNode);

it('dates a new file by workflow time, which is the same on replay', () => {
  expect(realm.run("new File([], 'n').lastModified")).toBe(String(realm.nowMs));
});

it.each([
  "f.append('a', 1); f.append('a', null); f.set('b', 'x'); f.set('a', 'z'); return [...f]",
  "f.append('a', '1'); f.append('b', '2'); f.delete('a'); return [f.has('a'), f.getAll('b'), f.get('c'), [...f.keys()], [...f.values()]]",
  "const file = new File([], 'n'); f.append('a', file); return f.get('a') === file",
  "f.append('a', new Blob(['x'])); return [f.get('a') instanceof File, f.get('a').name]",
  "f.append('a', new File(['x'], 'n', { lastModified: 3 }), 'q'); return [f.get('a').name, await f.get('a').text()]",
  "f.append('a', 'x', 'q'); return f.get('a')",
  "f.append('a'); return f.get('a')",
  'return new FormData(1)',
])('fills forms as Node does: %s', async (code) => {
  await sameAsNode(`const f = new FormData(); ${code}`);
});

const multipart = (body: string): string =>
  `new Response(${JSON.stringify(body.replaceAll('\n', '\r\n'))}, { headers: { 'content-type': 'multipart/form-data; boundary="x"' } })`;

it.each([
  '--x\nContent-Disposition: form-data; name="a"\n\n1\n--x\ncontent-disposition: form-data; name="f"; filename="é.txt"\ncontent-type: text/x\n\nabc\n\n--x--\n',
  '--x\nContent-Disposition: form-data; name="a%22%0D%0A"\n\n\n--x--',
  '--x\nContent-Disposition: form-data; name="f"; filename="n"\n\n--y\n--x--\n',
  '--x--\n',
  '--x\nContent-Disposition: form-data; name="a"\n\n1\n',
  '--x\nContent-Disposition: attachment; name="a"\n\n1\n--x--',
  '--x\nno header\n\n1\n--x--',
  'a',
])('reads the form that a client sent, or refuses it, as Node does: %j', async (body) => {
  await sameAsNode(`
    const fields = [];
    for (const [name, value] of await ${multipart(body)}.formData())
      fields.push(name, typeof value === 'string' ? value : [value.name, value.type, await value.text()]);
    return fields;`);
});

it.each([
  "new Response('a=1&b=%20+&c', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })",
  "new Response(new URLSearchParams('a=1&a=2'))",
  "new Response('a', { headers: { 'content-type': 'multipart/form-data' } })",
  "new Response('a')",
])('reads a form by its content type only: %s', async (response) => {
  await sameAsNode(`[...(await ${response}.formData())]`);
});

it('sends a form that Node reads, byte for byte the same on every replay', async () => {
  const code = `
    const form = new FormData();
    form.append('a', '1\\n2');
    form.append('é"', '----WorkflowFormBoundary0');
    form.append('f', new File(['abc'], 'n"m.txt', { type: 'a/b' }));
    const response = new Response(form);
    return [response.headers.get('content-type'), await response.text()].join('|');`;
  const sent = realm.run(code);
  expect(realm.run(code)).toBe(sent);
  const [type, ...parts] = (JSON.parse(sent) as string).split('|');
  const form = await new Response(parts.join('|'), { headers: { 'content-type': type! } }).formData();
  expect([...form.keys()]).toEqual(['a', 'é"', 'f']);
  expect(form.get('a')).toBe('1\r\n2');
  const file = form.get('f') as File;
  expect([file.name, file.type, await file.text()]).toEqual(['n"m.txt', 'a/b', 'abc']);
});
