import { expect, it } from 'vitest';
import { openWebRealm, runInNode } from '../../../test/web-realm.ts';

const realm = await openWebRealm();

const ADDRESSES = [
  'http://a',
  'HTTP://EXAMPLE.com:80/%7Efoo/../bar?x=1#y',
  'https://user:pa%20ss@host:8443/p;q?a b#c d',
  'http://:p@a',
  'http://@a',
  'ftp://x:21/',
  'ws://h',
  'file:///C:/x/../y',
  'file:c|/x',
  'mailto:a@b',
  'data:text/plain,hi',
  'blob:http://a/b',
  'about:blank',
  'urn:isbn:1',
  'git+ssh://u@h/p',
  'x:/a/../b',
  'http://[::1]:3000/',
  'http://[2001:db8::0:1]/',
  'http://[::ffff:1.2.3.4]/',
  'http://[::g]/',
  'http://0x7f.1/',
  'http://256.1.1.1/',
  'http://192.168.0.1.',
  'http://a b/',
  'http://ex%41mple.com/',
  'http://münchen.de/ä?ö#ü',
  'http://xn--mnchen-3ya.de',
  'http://日本語.jp',
  'http://a/😀',
  'http://a/\ud800',
  'http://a/?q=%zz&\'"<>`',
  'http://a/|\\^[]{}#`<>"',
  'http:\\\\a\\b',
  '  http://a/\t\nb  ',
  'http://a/./b/%2e%2E/c',
  'http://a/..//b',
  'http://a?',
  'http://a#',
  '//a',
  '/x',
  '?q',
  '#h',
  '',
  'http:',
  'http://',
  'http:///a',
  'http://a:99999',
  'http://a:b',
];
const BASES = [undefined, 'http://base.com/dir/file?q#h', 'file:///d/e', 'mailto:x', 'x://h/p'];

it.each(ADDRESSES)('reads the address "%s" as Node does, alone and against every kind of base', async (address) => {
  for (const base of BASES) {
    const args = JSON.stringify([address, base].filter((part) => part !== undefined)).slice(1, -1);
    const code = `
      const u = new URL(${args});
      return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search,
        u.hash, String(u), JSON.stringify(u)];`;
    expect(realm.run(code)).toBe(await runInNode(code));
    const asked = `[URL.canParse(${args}), URL.parse(${args})?.href]`;
    expect(realm.run(asked)).toBe(await runInNode(asked));
  }
});

const CHANGES: [part: string, value: string][] = [
  ['protocol', 'https'],
  ['protocol', 'x:'],
  ['host', 'b:90'],
  ['hostname', '[::1]'],
  ['port', '80'],
  ['port', 'x'],
  ['port', ''],
  ['port', '99999'],
  ['pathname', 'a b?#'],
  ['pathname', ''],
  ['search', '?a=1#b'],
  ['search', ''],
  ['search', 'x'],
  ['hash', 'h'],
  ['hash', ''],
  ['username', 'ü@'],
  ['password', 'p:'],
  ['href', 'http://z/'],
  ['href', 'no address'],
];

it.each(CHANGES)('changes the %s of an address to "%s" as Node does, or leaves it', async (part, value) => {
  for (const address of ['http://u:p@a:8080/p?q=1#h', 'mailto:x', 'file:///x', 'x:y']) {
    const code = `
      const u = new URL(${JSON.stringify(address)});
      u.${part} = ${JSON.stringify(value)};
      return [u.href, u.searchParams.toString()];`;
    expect(realm.run(code)).toBe(await runInNode(code));
  }
});

it.each([
  "const u = new URL('http://a/?a=1'); u.searchParams.append('b', 'é ~'); return [u.href, u.search]",
  "const u = new URL('http://a/?a=1#h'); u.searchParams.delete('a'); return u.href",
  "const u = new URL('http://a/?b=1&a=2&a=1'); u.searchParams.sort(); return u.href",
  "const u = new URL('http://a/?a=1'), p = u.searchParams; u.search = '?x=2'; return [p.get('x'), p === u.searchParams]",
  "const u = new URL('http://a/?a=1'), p = u.searchParams; u.href = 'http://b/?y=3'; return [...p]",
  'const u = new URL("http://a/?a=\'~ "); u.searchParams.get("a"); return u.href',
])('keeps an address and its searchParams in step: %s', async (code) => {
  expect(realm.run(code)).toBe(await runInNode(code));
});

it.each([
  'new URL()',
  "new URL('nowhere')",
  "URL('http://a')",
  "new URL(Symbol('a'))",
  'URL.canParse()',
  "new URL({ toString: () => 'http://o/' }).href",
  "try { new URL('x', 'http://a:b') } catch (e) { return [e.message, e.code, e.input, e.base] }",
])('refuses what is no address with the error of Node: %s', async (code) => {
  expect(realm.run(code)).toBe(await runInNode(code));
});
