/** Under which address the routes of this process are called, and what to say when nobody knows. */
import { setBaseUrl } from '../../runtime/entries/runtime.ts';
import { hasConfiguredAddress } from '../shared/build-environment.ts';
import { learnFromRequest, whenListening } from '../shared/public-address.ts';
import { serverError } from './messages.ts';

export class ServerAddress {
  readonly #trustsRequests: boolean;
  #isSettled = hasConfiguredAddress();

  /** @param options `trustsRequests`: nobody but the developer calls this server. In production callers may claim what they want. */
  constructor({ trustsRequests }: { trustsRequests: boolean }) {
    this.#trustsRequests = trustsRequests;
    whenListening((origin) => {
      this.#isSettled = true;
      setBaseUrl(origin);
    });
  }

  /** Called for each request: takes its address, or tells once that there is none to take. */
  onRequest(url: string): void {
    if (this.#trustsRequests) return learnFromRequest(url);
    if (this.#isSettled) return;
    this.#isSettled = true;
    console.warn(`[workflow] ${serverError('server_address_unknown', {}).message}`);
  }
}
