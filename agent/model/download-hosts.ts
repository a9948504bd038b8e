/**
 * Which hosts a download may reach. Addresses of files come from the users of a chat, so without a rule anybody could
 * have the server load what only the server can reach.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { parseDownloadHost } from '../contract/download-host.ts';
import { modelError } from './messages.ts';

/** Not globally reachable by IANA's registries for special purposes, and the address at which Azure serves hosts. */
const PRIVATE_RANGES = {
  ipv4: `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
  ipv6: `::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10
    fec0::/10 ff00::/8`,
};

const privateAddresses = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const range of PRIVATE_RANGES[family].split(/\s+/)) {
    const [net, bits] = range.split('/');
    privateAddresses.addSubnet(net!, Number(bits), family);
  }
}

/** Addresses that a gateway (NAT64) translates to the IPv4 address in their last 32 bits. */
const translatedAddresses = new BlockList();
translatedAddresses.addSubnet('64:ff9b::', 96, 'ipv6');

/** Whether an address leads to the internet, and not into the network of this machine. IPv4 inside of IPv6 counts. */
export function isPublicAddress({ address, family }: LookupAddress): boolean {
  if (family === 4) return !privateAddresses.check(address, 'ipv4');
  if (!translatedAddresses.check(address, 'ipv6')) return !privateAddresses.check(address, 'ipv6');
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const bytes = groups
    .slice(-2)
    .flatMap((group) => [parseInt(group || '0', 16) >> 8, parseInt(group || '0', 16) & 255]);
  return !privateAddresses.check(bytes.join('.'), 'ipv4');
}

/**
 * The addresses that a download may connect to.
 * @param hosts See `downloadHosts` of the agent.
 * @throws `agent_download_refused`; what the lookup throws.
 */
export async function findAddresses(url: URL, hosts: readonly string[]): Promise<LookupAddress[]> {
  const isNamed = hosts.some((host) => isHost(host, url));
  if (!isNamed && !hosts.includes('*')) throw refusedDownload(url, 'its host is none of "downloadHosts"');
  const addresses = await lookup(url.hostname.replaceAll(/[[\]]/g, ''), { all: true });
  // A name may lead to addresses of both kinds, and which of them is used is chance.
  if (isNamed || addresses.every(isPublicAddress)) return addresses;
  throw refusedDownload(url, 'its host is in a private network');
}

function isHost(text: string, { hostname, port, protocol }: URL): boolean {
  const host = parseDownloadHost(text);
  if (!host || (host.port !== undefined && host.port !== (port || (protocol === 'https:' ? '443' : '80'))))
    return false;
  return host.name.startsWith('*.') ? hostname.endsWith(host.name.slice(1)) : hostname === host.name;
}

/** The query and the credentials of the address are left out: they may give access. */
export const refusedDownload = ({ protocol, host, pathname }: URL, reason: string): Error =>
  modelError('agent_download_refused', { address: `${protocol}//${host}${pathname}`, reason });
