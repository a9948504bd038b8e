import { appendFileSync } from 'node:fs';

/**
 * One line for each attempt that begins or ends: what the outside world would have seen. One write, so lines never mix.
 */
export function note(entry: { key: string; step: string; what: 'begin' | 'end' }): void {
  appendFileSync(process.env['LEDGER']!, `${JSON.stringify(entry)}\n`);
}
