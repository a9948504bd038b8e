/** The log of a process on the console. */
import type { Log, LogLevel } from '../contract/log.ts';
import { readableBoot } from './boot-text.ts';
import { readableFailure } from './failure-text.ts';
import { toFields } from './log-fields.ts';

/** How messages look: for people on several lines, for people on one line each, or as one JSON object each. */
export type LogForm = 'pretty' | 'line' | 'json';

/** How the console gets messages, and which. */
export interface LogSettings {
  form: LogForm;
  /** Messages below it are not printed; `off`: none is. */
  level: LogLevel | 'off';
  /** Whether the messages of the user's errors are told; their names, codes and places always are. */
  hasMessages: boolean;
}

const SEVERITY: Record<LogSettings['level'], number> = { debug: 0, info: 1, warn: 2, error: 3, off: 4 };

/** Makes a log that prints messages of this level and above. */
export function createConsoleLog({ form, level: least }: Pick<LogSettings, 'form' | 'level'>): Log {
  const print =
    (level: LogLevel): Log['info'] =>
    (event, details) => {
      if (SEVERITY[level] < SEVERITY[least]) return;
      console[level](form === 'json' ? toJson(level, event, details) : toText(form, event, details));
    };
  return { debug: print('debug'), info: print('info'), warn: print('warn'), error: print('error') };
}

const toJson = (level: LogLevel, event: string, details: Record<string, unknown>): string =>
  JSON.stringify({ time: new Date().toISOString(), level, event, ...toFields(details) });

function toText(form: LogForm, event: string, details: Record<string, unknown>): string {
  const readable = form === 'pretty' ? (readableFailure(event, details) ?? readableBoot(event, details)) : null;
  return `[workflow] ${readable ?? `${event} ${describe(details)}`}`;
}

const describe = (details: Record<string, unknown>): string =>
  Object.entries(toFields(details)).flatMap(describeField).join(' ');

/** An error is its message, and a failure of the user's code all that is known of it. */
function describeField([name, value]: [string, unknown]): string[] {
  if (typeof value !== 'object' || value === null) return [`${name}=${String(value)}`];
  const facts = Object.entries(value).filter(([, fact]) => fact !== null && fact !== undefined);
  return facts.map(([fact, found]) => `${name}.${fact}=${JSON.stringify(found)}`);
}
