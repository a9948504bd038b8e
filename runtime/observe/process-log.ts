import type { Log } from '../contract/log.ts';

/** A log that goes elsewhere when the application brings a logger, also for parts that have it already. */
export class ProcessLog implements Log {
  #target: Log;

  constructor(target: Log) {
    this.#target = target;
  }

  /** Everything goes to this log from now on. */
  use(target: Log): void {
    this.#target = target;
  }

  readonly debug: Log['debug'] = (...message) => this.#target.debug(...message);
  readonly info: Log['info'] = (...message) => this.#target.info(...message);
  readonly warn: Log['warn'] = (...message) => this.#target.warn(...message);
  readonly error: Log['error'] = (...message) => this.#target.error(...message);
}
