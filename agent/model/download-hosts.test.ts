import { expect, test } from 'vitest';
import { findAddresses, isPublicAddress } from './download-hosts.ts';

const isPublic = (address: string): boolean => isPublicAddress({ address, family: address.includes(':') ? 6 : 4 });

test.each(
  `0.0.0.0 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.255 168.63.129.16 169.254.169.254
    172.16.0.1 172.31.255.255 192.0.0.192 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255 :: ::1 ::10.0.0.1
    ::ffff:10.0.0.1 ::ffff:a00:1 64:ff9b::a00:1 64:ff9b::10.0.0.1 64:ff9b::1 64:ff9b:1::1 2002:a00:1::
    fd00:ec2::254 fe80::1 ff02::1`.split(/\s+/),
)('%s is in a private network', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(
  `1.1.1.1 9.255.255.255 100.63.0.1 172.15.0.1 172.32.0.1 192.169.0.1 223.255.255.255 2606:4700::1111
    ::ffff:1.1.1.1 64:ff9b::101:101 64:ff9b::1.1.1.1 2a00:1450::1`.split(/\s+/),
)('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  [['127.0.0.1'], 'http://127.0.0.1:9000/'],
  [['127.0.0.1:9000'], 'http://127.0.0.1:9000/'],
  [['127.0.0.1:443'], 'https://127.0.0.1/'],
  [['[::1]:9000'], 'http://[::1]:9000/'],
  [['LocalHost'], 'http://localhost/'],
  [['*.0.0.1'], 'http://127.0.0.1/'],
])('%j allows %s', async (hosts, address) => {
  expect(await findAddresses(new URL(address), hosts)).not.toEqual([]);
});

test.each([
  [['*'], 'http://127.0.0.1/'],
  [['*'], 'http://localhost/'],
  [['127.0.0.1:443'], 'http://127.0.0.1/'],
  [['*.localhost'], 'http://localhost/'],
  [['localhost'], 'http://files.localhost/'],
  [['*.1'], 'http://127.0.0.1.evil.test/'],
  [[], 'http://1.1.1.1/'],
])('%j does not allow %s', async (hosts, address) => {
  await expect(findAddresses(new URL(address), hosts)).rejects.toMatchObject({ code: 'agent_download_refused' });
});
