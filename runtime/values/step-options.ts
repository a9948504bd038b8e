/**
 * Reads the options of a step from its function, checks them, and converts them to the form in which a call stores
 * them.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { StepCallOptions } from '../journal/events.ts';
import { describeValue } from './describe-value.ts';
import { toDueTime } from './duration.ts';
import { findNearName } from '../contract/near-name.ts';
import { isWorkerTag } from '../contract/worker-tag.ts';

interface Rule {
  /** The name of the option. */
  name: string;
  /** The field of the stored form. */
  field: keyof StepCallOptions;
  accepted: string;
  /** The value of the field; `undefined` when the option is not valid. */
  read(value: unknown): StepCallOptions[keyof StepCallOptions] | undefined;
}
type Rules = readonly Rule[];

const LENGTH = 'milliseconds or text such as "30s"';

const isWholeFrom = (least: number, value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least;

const RETRIES: Rule = {
  name: 'maxRetries',
  field: 'maxRetries',
  accepted: 'a whole number, 0 or more, or Infinity',
  read: (value) => (value === Infinity ? 'unlimited' : isWholeFrom(0, value) ? value : undefined),
};

const OF_RETRY: Rules = [
  RETRIES,
  {
    name: 'backoff',
    field: 'backoff',
    accepted: "'none', 'linear', 'exponential' or a factor of 1 or more",
    read(value) {
      if (value === 'none' || value === 'linear' || value === 'exponential') return value;
      return typeof value === 'number' && value >= 1 && value < Infinity ? value : undefined;
    },
  },
  { name: 'minDelay', field: 'minDelayMs', accepted: LENGTH, read: toLengthMs },
  { name: 'maxDelay', field: 'maxDelayMs', accepted: LENGTH, read: toLengthMs },
  {
    name: 'jitter',
    field: 'jitter',
    accepted: 'true, false, or a number from 0 to 1',
    read(value) {
      if (typeof value === 'boolean') return Number(value);
      return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
    },
  },
  {
    name: 'shouldRetry',
    field: 'hasShouldRetry',
    accepted: 'a function (error, { attempt }) => boolean',
    read: (value) => (typeof value === 'function' ? true : undefined),
  },
];

const OF_FUNCTION: Rules = [
  RETRIES,
  { name: 'timeout', field: 'timeoutMs', accepted: `${LENGTH}, more than 0`, read: toLimitMs },
  { name: 'heartbeatTimeout', field: 'heartbeatTimeoutMs', accepted: `${LENGTH}, more than 0`, read: toLimitMs },
  {
    name: 'concurrency',
    field: 'concurrency',
    accepted: 'a whole number, 1 or more',
    read: (value) => (isWholeFrom(1, value) ? value : undefined),
  },
  {
    name: 'worker',
    field: 'worker',
    accepted: 'a name such as "gpu", of letters, digits, "-", "_" and "."',
    read: (value) => (typeof value === 'string' && isWorkerTag(value) ? value : undefined),
  },
  {
    name: 'label',
    field: 'hasLabel',
    accepted: 'a function (...args) => string',
    read: (value) => (typeof value === 'function' ? true : undefined),
  },
];

const namesOf = (rules: Rules): string[] => rules.map(({ name }) => name);
/** The options of a step function. */
export const STEP_OPTION_NAMES: readonly string[] = [...namesOf(OF_FUNCTION), 'retry'];
/** The options in `retry`. */
export const RETRY_OPTION_NAMES: readonly string[] = namesOf(OF_RETRY);

/**
 * The options of a step function, without those that are not set.
 * @throws {WorkflowError} `step_option_invalid`, `step_option_unknown`
 */
export function readStepOptions(stepName: string, fn: object): StepCallOptions {
  const source = fn as Record<string, unknown>;
  rejectMisspelled(stepName, source);
  const options = readByRules(stepName, source, OF_FUNCTION, '');
  const { retry } = source;
  if (retry === undefined) return options;
  return merge(stepName, options, readRetry(stepName, retry));
}

function readRetry(stepName: string, retry: unknown): StepCallOptions {
  if (typeof retry !== 'object' || retry === null || Array.isArray(retry)) {
    throw invalid(stepName, 'retry', retry, `an object with ${RETRY_OPTION_NAMES.join(', ')}`);
  }
  const unknown = Object.keys(retry).find((key) => !RETRY_OPTION_NAMES.includes(key));
  if (unknown !== undefined) {
    throw runtimeError('step_option_unknown', {
      stepName,
      option: `retry.${unknown}`,
      accepted: RETRY_OPTION_NAMES.join(', '),
    });
  }
  const options = readByRules(stepName, retry as Record<string, unknown>, OF_RETRY, 'retry.');
  const { minDelayMs, maxDelayMs } = options;
  if (minDelayMs !== undefined && maxDelayMs !== undefined && maxDelayMs < minDelayMs) {
    throw invalid(stepName, 'retry.maxDelay', maxDelayMs, `at least minDelay (${minDelayMs} ms)`);
  }
  return options;
}

/** An option that is set twice with different values is an error, because either could be meant. */
function merge(stepName: string, options: StepCallOptions, ofRetry: StepCallOptions): StepCallOptions {
  if (
    options.maxRetries !== undefined &&
    ofRetry.maxRetries !== undefined &&
    options.maxRetries !== ofRetry.maxRetries
  ) {
    const accepted = `the same as maxRetries (${options.maxRetries}), or leave one of the two out`;
    throw invalid(stepName, 'retry.maxRetries', ofRetry.maxRetries, accepted);
  }
  return { ...options, ...ofRetry };
}

function readByRules(stepName: string, source: Record<string, unknown>, rules: Rules, prefix: string): StepCallOptions {
  const options: Record<string, unknown> = {};
  for (const { name, field, accepted, read } of rules) {
    const value = source[name];
    if (value === undefined) continue;
    options[field] = read(value);
    if (options[field] === undefined) throw invalid(stepName, prefix + name, value, accepted);
  }
  return options;
}

/** Only a property that looks like an option is a mistake: functions may have properties of their own. */
function rejectMisspelled(stepName: string, source: Record<string, unknown>): void {
  for (const key of Object.keys(source)) {
    const meant = STEP_OPTION_NAMES.includes(key) ? null : findNearName(key, STEP_OPTION_NAMES);
    if (meant !== null) throw runtimeError('step_option_unknown', { stepName, option: key, accepted: `"${meant}"` });
  }
}

/** `undefined` for anything but a length of time; a point in time is not one. */
function toLengthMs(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  try {
    return toDueTime(value, 0);
  } catch {
    return undefined;
  }
}

/** Like {@link toLengthMs}, but without 0. */
function toLimitMs(value: unknown): number | undefined {
  return toLengthMs(value) || undefined;
}

function invalid(stepName: string, option: string, value: unknown, accepted: string): Error {
  return runtimeError('step_option_invalid', { stepName, option, found: describeFound(value), accepted });
}

function describeFound(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeValue(value);
}
