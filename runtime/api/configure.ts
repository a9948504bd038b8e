/** The application brings along its logger, and functions that hear what happens to runs. */
import type { Logger } from '../contract/log.ts';
import { EVENT_CHANNELS, type EventHandlers } from '../observe/observers.ts';
import { createUserLog } from '../observe/user-log.ts';
import { readOptions, refuse, type Option, type OptionTable } from '../values/read-options.ts';
import { getRuntime } from './runtime.ts';

/** See {@link configure}. */
export interface ConfigureOptions {
  /**
   * Gets all messages of the runtime in place of the console: a logger of pino, winston, consola, or any object with
   * the methods `debug`, `info`, `warn` and `error`, each of which takes a message and its fields.
   */
  logger?: Logger;
  /** Functions that are called when something happens to a run in this process. `undefined` takes one away. */
  on?: EventHandlers;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

const loggerOption: Option<Logger> = {
  expected: 'an object with the methods debug, info, warn and error',
  read(given) {
    const logger = given as Partial<Logger> | null;
    const isLogger = [logger?.debug, logger?.info, logger?.warn, logger?.error].every(isFunction);
    return isLogger ? (logger as Logger) : undefined;
  },
};

const objectOption: Option<EventHandlers> = {
  expected: 'an object of functions',
  read: (given) => (typeof given === 'object' && given !== null ? given : undefined),
};

const configureOptions: OptionTable<Required<ConfigureOptions>> = { logger: loggerOption, on: objectOption };

/**
 * Connects the runtime of this process with the application, at any time: `configure({ logger: pino(), on: { runFailed:
 * ({ error }) => Sentry.captureException(error) } })`. Each call replaces what it names, and leaves the rest as it is.
 * Libraries that want to hear of the same events subscribe to `workflow.*` of `node:diagnostics_channel`.
 * @throws `option_unknown`, `option_invalid`.
 */
export function configure(options: ConfigureOptions): void {
  const { logger, on } = readOptions<Required<ConfigureOptions>>('configure', options, configureOptions);
  if (on) checkHandlers(on);
  const runtime = getRuntime();
  if (logger) runtime.log.use(createUserLog(logger));
  if (on) runtime.observers.use(on);
}

function checkHandlers(on: EventHandlers): void {
  const handler: Option<unknown> = {
    expected: 'a function',
    read: (given) => (isFunction(given) ? given : undefined),
  };
  const table = Object.fromEntries(Object.keys(EVENT_CHANNELS).map((name) => [name, handler]));
  if (Array.isArray(on)) throw refuse({ call: 'configure', option: 'on' }, objectOption.expected, on);
  readOptions('configure', on, table as OptionTable<object>);
}
