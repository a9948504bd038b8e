/** The log of a process: one line for each message, on the console. */
import type { Log } from '../contract/log.ts';

type Level = 'info' | 'warn' | 'error';

/** Messages below the chosen level are not printed. */
const SEVERITY: Record<Level, number> = { info: 0, warn: 1, error: 2 };

/** Makes a log that prints messages of level `least` and above. */
export function createConsoleLog(least: Level = 'warn'): Log {
  const print =
    (level: Level): Log['info'] =>
    (event, details) => {
      if (SEVERITY[level] >= SEVERITY[least]) console[level](`[workflow] ${event} ${describe(details)}`);
    };
  return { info: print('info'), warn: print('warn'), error: print('error') };
}

const describe = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${value instanceof Error ? value.message : String(value)}`)
    .join(' ');
