/** Learns the address of this server, for webhook URLs. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setBaseUrl } from '../../runtime/entries/runtime.ts';

/** The configured address of a site. */
export interface SiteAddress {
  /** Path below which it is mounted, without a slash at the end. */
  base: string;
  /** Its public origin; `null`: not configured. */
  origin: string | null;
}

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
/** Node's diagnostics channel for servers that begin to listen. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';
/** Addresses of a server that listens on all interfaces. */
const ANY_HOST: readonly string[] = ['0.0.0.0', '::'];

/**
 * Learns the address from a request. Only addresses of this machine count, because callers can claim any other.
 * @param base Path below which the application is mounted.
 */
export function learnFromRequest(requestUrl: string, base = ''): void {
  const url = URL.parse(requestUrl);
  if (url && LOOPBACK_HOSTS.includes(url.hostname)) setBaseUrl(url.origin + base);
}

/**
 * Learns the address of the first HTTP server of Node that listens from now on, so that it is known before the first
 * request. Hosts with their own servers are learned from requests.
 * @param base Path below which the application is mounted.
 */
export function learnFromListening(base = ''): void {
  whenListening((origin) => setBaseUrl(origin + base));
}

/** Calls back once, with the origin of the first HTTP server of Node that listens from now on. */
export function whenListening(onOrigin: (origin: string) => void): void {
  const onListening = (message: unknown): void => {
    const origin = originOf((message as { server: Server }).server);
    if (origin === null) return;
    unsubscribe(LISTENING, onListening);
    onOrigin(origin);
  };
  subscribe(LISTENING, onListening);
}

/** The origin of a server; `null`: not an HTTP server, or without a port (a Unix socket). */
export function originOf(server: Server): string | null {
  const isHttps = server instanceof HttpsServer;
  if (!isHttps && !(server instanceof HttpServer)) return null;
  const address = server.address();
  if (address === null || typeof address === 'string') return null;
  return `${isHttps ? 'https' : 'http'}://${toHost(address)}:${address.port}`;
}

function toHost({ address, family }: AddressInfo): string {
  if (ANY_HOST.includes(address)) return 'localhost';
  return family === 'IPv6' ? `[${address}]` : address;
}
