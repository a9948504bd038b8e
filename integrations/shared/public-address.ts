/** Finds out under which address this server is called, for the addresses of webhooks. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setBaseUrl } from '../../runtime/entries/runtime.ts';

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
/** Where Node tells of each server that has begun to listen. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';
/** What a server listens on that listens everywhere. */
const ANY_HOST: readonly string[] = ['0.0.0.0', '::'];

/**
 * Takes the address of a request. Only addresses of this machine count: the others are what callers claim.
 * @param base Path below which the application is mounted.
 */
export function learnFromRequest(requestUrl: string, base = ''): void {
  const url = URL.parse(requestUrl);
  if (url && LOOPBACK_HOSTS.includes(url.hostname)) setBaseUrl(url.origin + base);
}

/**
 * Takes the address of the first HTTP server of Node that listens from now on, so that it is known before the first
 * request. Hosts with servers of their own are known by their requests.
 * @param base Path below which the application is mounted.
 */
export function learnFromListening(base = ''): void {
  whenListening((origin) => setBaseUrl(origin + base));
}

/** Calls back with the origin of the first HTTP server of Node that listens from now on. */
export function whenListening(onOrigin: (origin: string) => void): void {
  const onListening = (message: unknown): void => {
    const origin = originOf((message as { server: Server }).server);
    if (origin === null) return;
    unsubscribe(LISTENING, onListening);
    onOrigin(origin);
  };
  subscribe(LISTENING, onListening);
}

/** `null`: it is no HTTP server, or has no port (a socket in the file system). */
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
