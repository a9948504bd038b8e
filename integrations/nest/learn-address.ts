/** Learns where the application listens, for webhook URLs. */
import type { AddressInfo, Server } from 'node:net';
import { setBaseUrl } from '../../runtime/entries/runtime.ts';
import type { HttpAdapter } from './mount-routes.ts';

/** Takes the port as soon as the application listens: it comes from the user's call, not from a setting. */
export function learnAddress(adapter: HttpAdapter): void {
  const server = adapter.getHttpServer() as Server | undefined;
  server?.once('listening', () => {
    const address = server.address();
    // Others cannot call a Unix socket.
    if (address && typeof address === 'object') setBaseUrl(toUrl(server, address));
  });
}

function toUrl(server: Server, { address, family, port }: AddressInfo): string {
  const protocol = 'setSecureContext' in server ? 'https' : 'http';
  const isEverywhere = address === '::' || address === '0.0.0.0';
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `${protocol}://${isEverywhere ? 'localhost' : host}:${port}`;
}
