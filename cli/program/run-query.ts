/** The options by which commands choose runs. */
import type { RunConditionsQuery } from '../../runtime/entries/operations.ts';
import { findNearName } from '../../runtime/contract/near-name.ts';
import type { CommandOption, GivenArguments } from './command.ts';
import { cliError } from './messages.ts';
import { readPastTime } from './times.ts';

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Conditions on runs. */
export const RUN_FILTERS = {
  status: { value: '<status,…>', help: `only runs with one of these: ${STATUSES.join(', ')}`, isRepeatable: true },
  workflow: { value: '<name or id>', help: 'only runs of this workflow' },
  since: { value: '<time>', help: 'only runs created since then: 2h, 3d, 2026-11-24T08:00:00Z' },
  until: { value: '<time>', help: 'only runs created before' },
  attribute: { value: '<name=value>', help: 'only runs with this attribute', isRepeatable: true },
  key: { value: '<key>', help: 'only the run that `start()` gave this id' },
  parent: { value: '<run>', help: 'only runs that this run started' },
  parked: { help: 'only runs that no worker can continue' },
  paused: { help: 'only paused runs' },
  retrying: { help: 'only runs that look as if they went on, but only retry' },
} satisfies Record<string, CommandOption>;

/** The conditions of a call. @throws `cli_option_invalid`. */
export function readRunQuery(given: GivenArguments): RunConditionsQuery {
  const { options } = given;
  const now = Date.now();
  const status = readStatuses(given, STATUSES);
  const [since, until] = [readPastTime(given, 'since', now), readPastTime(given, 'until', now)];
  const attributes = readAttributes(given);
  const texts = (['workflow', 'key', 'parent'] as const).flatMap((name) =>
    options.has(name) ? [[name, options.get(name)!]] : [],
  );
  return {
    ...(Object.fromEntries(texts) as Pick<RunConditionsQuery, 'workflow' | 'key' | 'parent'>),
    ...(status && { status }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(attributes && { attributes }),
    ...(options.has('parked') && { parked: true }),
    ...(options.has('paused') && { paused: true }),
    ...(options.has('retrying') && { retrying: true }),
  };
}

/** Whether the call has any condition. */
export const hasFilters = ({ options }: GivenArguments): boolean =>
  Object.keys(RUN_FILTERS).some((name) => options.has(name));

/** The statuses that a call names; `undefined`: none. @throws `cli_option_invalid`. */
export function readStatuses<Status extends string>(
  { repeated }: GivenArguments,
  known: readonly Status[],
): Status[] | undefined {
  const found = repeated.get('status')?.flatMap((text) => text.split(',').map((one) => one.trim()));
  const wrong = found?.find((one) => !known.includes(one as Status));
  if (wrong === undefined) return found as Status[] | undefined;
  const near = findNearName(wrong, known);
  const expected = near === null ? `some of ${known.join(', ')}` : `some of ${known.join(', ')}, such as "${near}"`;
  throw cliError('cli_option_invalid', { option: '--status', expected, found: `"${wrong}"` });
}

/** The attributes that a call names; `undefined`: none. @throws `cli_option_invalid`. */
export function readAttributes({ repeated }: GivenArguments): RunConditionsQuery['attributes'] {
  const found = repeated.get('attribute');
  return found && Object.fromEntries(found.map(readAttribute));
}

function readAttribute(found: string): [name: string, value: string | number | boolean] {
  const at = found.indexOf('=');
  if (at < 1)
    throw cliError('cli_option_invalid', {
      option: '--attribute',
      expected: 'written name=value',
      found: `"${found}"`,
    });
  const text = found.slice(at + 1);
  const isJson = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?|".*")$/s.test(text);
  return [found.slice(0, at), isJson ? parse(text) : text];
}

/** A text in quotes is a text, also if it looks like a number. */
function parse(text: string): string | number | boolean {
  try {
    return JSON.parse(text) as string | number | boolean;
  } catch {
    return text;
  }
}
