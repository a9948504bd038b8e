import { describe, expect, it } from 'vitest';
import { readForwardedOrigin } from './forwarded-origin.ts';
import { PublicAddress } from './public-address.ts';

const create = (baseUrl: string | null = null) => new PublicAddress({ baseUrl, port: 3000 });

describe('the public address', () => {
  it('is the setting, whatever anybody says later', () => {
    const address = create('https://shop.example');
    address.setListening('http://localhost:8080/');
    address.setForwarded('https://evil.example');
    expect([address.url, address.isLocal]).toEqual(['https://shop.example', false]);
  });

  it('is where the server listens, until a proxy has been asked for something', () => {
    const address = create();
    expect([address.url, address.isLocal]).toEqual(['http://localhost:3000', true]);
    address.setListening('http://127.0.0.1:8080/app/');
    expect([address.url, address.isLocal]).toEqual(['http://127.0.0.1:8080/app', true]);
    address.setForwarded('https://shop.example');
    expect([address.url, address.isLocal]).toEqual(['https://shop.example/app', false]);
  });

  it('has the path of the host, unless it has one', () => {
    const [address, own] = [create(), create('https://shop.example/v1')];
    for (const each of [address, own]) each.setPath('/v2/');
    address.setListening('http://localhost:1');
    expect([address.url, own.url]).toEqual(['http://localhost:1/v2', 'https://shop.example/v1']);
  });

  it('tells when somebody listens', async () => {
    const address = create();
    const known = address.untilHeard().then(() => address.url);
    address.setListening('http://localhost:5000');
    await expect(known).resolves.toBe('http://localhost:5000');
  });

  it.each([
    ['http://localhost:1', true],
    ['http://shop.localhost', true],
    ['http://127.4.0.1', true],
    ['http://[::1]:3000', true],
    ['http://10.0.0.7', false],
    ['https://localhost.example', false],
  ])('knows that %s is this machine: %s', (url, isLocal) => {
    expect(create(url).isLocal).toBe(isLocal);
  });
});

describe('what a proxy says', () => {
  const read = (headers: Record<string, string>) => readForwardedOrigin((name) => headers[name]);

  it.each([
    [{ 'x-forwarded-host': 'Shop.example', 'x-forwarded-proto': 'http' }, 'http://shop.example'],
    [
      { 'x-forwarded-host': 'shop.example:8443, inner:80', 'x-forwarded-proto': 'https,http' },
      'https://shop.example:8443',
    ],
    [{ 'x-forwarded-host': 'shop.example' }, 'https://shop.example'],
    [{ 'x-forwarded-host': '[2001:db8::1]:80', 'x-forwarded-proto': 'http' }, 'http://[2001:db8::1]:80'],
  ])('of %o is %s', (headers, origin) => {
    expect(read(headers)).toBe(origin);
  });

  it.each([
    {},
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'shop.example/path' },
    { 'x-forwarded-host': 'user@shop.example' },
    { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'javascript' },
  ])('of %o is nothing', (headers) => {
    expect(read(headers)).toBeNull();
  });
});
