import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, STARTED_AT } from './sandbox-run.ts';

const SCRIPT = join(import.meta.dirname, 'evaluate-on-machine.ts');

function evaluate(realm: 'sandbox' | 'host', machine: { TZ: string; LC_ALL: string }): unknown {
  const env = { ...process.env, ...machine };
  return JSON.parse(execFileSync(process.execPath, [SCRIPT, realm], { env, encoding: 'utf8' }));
}

it('gives the same dates, texts and orders on every machine', () => {
  const machines = [
    { TZ: 'UTC', LC_ALL: 'en_US.UTF-8' },
    { TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Asia/Kolkata', LC_ALL: 'de_DE.UTF-8' },
  ];
  const reference = evaluate('host', machines[0]!);
  for (const machine of machines) expect(evaluate('sandbox', machine)).toEqual(reference);
});

it('formats the time of the workflow where no date is given', () => {
  const [format, parts, moved] = run(`
    const shape = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'medium' });
    return [shape.format(), shape.formatToParts().map(({ value }) => value).join(''), [0].map(shape.format)];
  `);
  const expected = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' });
  expect(format).toBe(expected.format(STARTED_AT));
  expect(parts).toBe(
    expected
      .formatToParts(STARTED_AT)
      .map(({ value }) => value)
      .join(''),
  );
  expect(moved).toEqual([expected.format(0)]);
});
