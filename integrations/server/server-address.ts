/** Learns the public address of this process, and warns when it is unknown. */
import { setBaseUrl } from '../../runtime/entries/runtime.ts';
import { hasConfiguredAddress } from '../shared/build-environment.ts';
import { learnFromRequest, whenListening } from '../shared/public-address.ts';
import { serverError } from './messages.ts';

/** Learns the address from the first HTTP server of Node that listens, else from requests where they are trusted. */
export class ServerAddress {
  readonly #trustsRequests: boolean;
  #isSettled = hasConfiguredAddress();

  /**
   * @param options `trustsRequests`: take the address from requests, which is safe only in development. In production
   * callers may claim anything.
   */
  constructor({ trustsRequests }: { trustsRequests: boolean }) {
    this.#trustsRequests = trustsRequests;
    whenListening((origin) => {
      this.#isSettled = true;
      setBaseUrl(origin);
    });
  }

  /** Call it for each request: learns its address, or warns once that none is known. */
  onRequest(url: string): void {
    if (this.#trustsRequests) return learnFromRequest(url);
    if (this.#isSettled) return;
    this.#isSettled = true;
    console.warn(`[workflow] ${serverError('server_address_unknown', {}).message}`);
  }
}
