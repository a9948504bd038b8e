/** The options of `start()`: the form that users pass, and the checked form. */
import type { Attributes } from '../contract/attributes.ts';
import type { BuildId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { ATTRIBUTE_EXPECTED, ATTRIBUTES_MAX, isAttribute } from './attribute-values.ts';
import { describeValue } from './describe-value.ts';
import { toDueTime, type CheckedDuration, type Duration, type FittingDurations, type Length } from './duration.ts';

/**
 * The options of a run besides its arguments, wherever it is started. The type parameters are the texts of its lengths
 * of time, so that TypeScript reports those that no run would accept. Leave them out.
 */
export interface RunOptions<
  Delay extends Duration = Duration,
  Timeout extends Length = Length,
  Retention extends Length = Length,
> {
  /** The delay of the first turn. Not together with {@link at}. */
  delay?: CheckedDuration<Delay>;
  /** The earliest time of the first turn. */
  at?: Date;
  /**
   * How long the run may take, from its first turn. After that it is stopped as by a cancel, and fails with
   * `run_timed_out`. Default: no limit.
   */
  timeout?: CheckedDuration<Timeout>;
  /** How long the run is kept after its end. Default: `WORKFLOW_RETENTION`; without that, for ever. */
  retention?: CheckedDuration<Retention>;
  /** Facts by which the run is found again, see `listRuns`. At most 32. */
  attributes?: Attributes;
}

/** The options of `start()` outside workflows. Leave the type parameters out, see {@link RunOptions}. */
export interface StartOptions<
  Delay extends Duration = Duration,
  Timeout extends Length = Length,
  Retention extends Length = Length,
> extends RunOptions<Delay, Timeout, Retention> {
  /**
   * Your own name for the run, such as an order number. At most one run of the store has it, until that run is deleted.
   */
  id?: string;
  /**
   * The action when a run with this `id` exists, active or ended. `'attach'` returns that run and ignores the
   * arguments. `'fail'` throws `start_id_taken`. `'replace'` cancels it and starts a new run, which gets the id.
   * Default `'attach'`.
   */
  onConflict?: 'attach' | 'fail' | 'replace';
  /**
   * The build that the run begins with, by its id (`RunSummary.buildId`): of this process, or one that the store has
   * archived. `'latest'` and the default: the newest, which is that of the process that makes the first turn.
   */
  deploymentId?: string;
}

/** The same options for choices of several lengths of time. */
export type FittingStartOptions<Delay extends Duration, Timeout extends Length, Retention extends Length> = Omit<
  StartOptions,
  'delay' | 'timeout' | 'retention'
> & {
  delay?: Delay | undefined;
  timeout?: Timeout | undefined;
  retention?: Retention | undefined;
} & FittingDurations<[Delay, Timeout, Retention]>;

/** {@link RunOptions} in the form that `run_created` stores. */
export interface RunFacts {
  startAt?: number;
  timeoutMs?: number;
  retentionMs?: number;
  attributes?: Attributes;
  buildId?: BuildId;
}

const NAMES: ReadonlySet<string> = new Set([
  'id',
  'onConflict',
  'deploymentId',
  'delay',
  'at',
  'timeout',
  'retention',
  'attributes',
]);
const CONFLICT_RULES: ReadonlySet<unknown> = new Set(['attach', 'fail', 'replace', undefined]);
const ID_LENGTH_MAX = 255;

const invalid = (option: string, value: unknown, expected: string): Error =>
  runtimeError('start_option_invalid', { option, found: describeValue(value), expected });

/** @throws `start_option_invalid`. */
export function readRunOptions(options: RunOptions, nowMs: number): RunFacts {
  if (typeof options !== 'object' || options === null) throw invalid('options', options, 'an object');
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) throw invalid(name, Reflect.get(options, name), `one of ${[...NAMES].join(', ')}`);
  }
  const { attributes, timeout, retention } = options;
  const startAt = readStartAt(options, nowMs);
  return {
    ...(startAt !== undefined && { startAt }),
    ...(timeout !== undefined && { timeoutMs: readLength('timeout', timeout) }),
    ...(retention !== undefined && { retentionMs: readLength('retention', retention) }),
    ...(attributes !== undefined && { attributes: readAttributes(attributes) }),
  };
}

/** @throws `start_option_invalid`. */
export function readKey({ id, onConflict }: StartOptions): string | null {
  if (!CONFLICT_RULES.has(onConflict)) throw invalid('onConflict', onConflict, "'attach', 'fail' or 'replace'");
  if (id === undefined) return null;
  if (typeof id === 'string' && id !== '' && id.length <= ID_LENGTH_MAX) return id;
  throw invalid('id', id, `text of 1 to ${ID_LENGTH_MAX} characters`);
}

/** The build that a run must begin with; `null`: the newest. @throws `start_option_invalid`. */
export function readDeployment({ deploymentId = 'latest' }: StartOptions): BuildId | null {
  if (typeof deploymentId !== 'string') throw invalid('deploymentId', deploymentId, "'latest', or the id of a build");
  return deploymentId === 'latest' ? null : (deploymentId as BuildId);
}

function readStartAt({ delay, at }: RunOptions, nowMs: number): number | undefined {
  if (at === undefined) return delay === undefined ? undefined : toDueTime(delay, nowMs);
  if (delay !== undefined) throw invalid('delay', delay, 'left out when there is `at`');
  return toDueTime(at, nowMs);
}

function readLength(option: string, value: Duration): number {
  if (typeof value === 'object') throw invalid(option, value, 'a length of time, such as "5m" or milliseconds');
  return toDueTime(value, 0);
}

function readAttributes(attributes: unknown): Attributes {
  if (typeof attributes !== 'object' || attributes === null) throw invalid('attributes', attributes, 'an object');
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  if (entries.length > ATTRIBUTES_MAX) throw invalid('attributes', attributes, `at most ${ATTRIBUTES_MAX} entries`);
  for (const [name, value] of entries)
    if (!isAttribute(name, value)) throw invalid(`attributes.${name}`, value, ATTRIBUTE_EXPECTED);
  return Object.fromEntries<Attributes[string]>(entries);
}
