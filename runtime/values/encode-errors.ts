/** Turns an encoding failure into the error that users see: which value, where, and what to do about it. */
import { DevalueError } from 'devalue';
import { describeReason, describeValue } from './describe-value.ts';
import { CyclicInstance } from './instance-cycles.ts';
import { createValueError } from './messages.ts';
import { EncodeFailure } from './value-type.ts';
import { findValue } from './walk-values.ts';

/** The name of a value in messages, or a function that makes the name of one of its parts from the path to it. */
export type ValueName = string | ((path: string) => string);

/** Whether the stack overflowed. */
export const isTooDeep = (thrown: unknown): thrown is RangeError =>
  thrown instanceof RangeError && /call stack/.test(thrown.message);

/**
 * The error for an encoding failure.
 * @param root The value that was being encoded.
 * @param what Its name in messages.
 */
export function toEncodeError(thrown: unknown, root: unknown, what: ValueName): unknown {
  const name = typeof what === 'string' ? (path: string) => what + path : what;
  if (isTooDeep(thrown)) return createValueError('value_too_deep', { what: name('') }, thrown);
  if (thrown instanceof CyclicInstance) {
    return createValueError('value_class_cyclic', { what: name(''), classId: thrown.classId });
  }
  if (thrown instanceof EncodeFailure) return thrown.toError(name(pathTo(root, thrown.value)));
  if (thrown instanceof DevalueError) return toNotSerializable(thrown, name(pathTo(root, thrown.value, thrown.path)));
  const found = findValue(root, () => false);
  if (found?.thrown === undefined) return thrown;
  const { path, thrown: cause } = found;
  return createValueError('value_read_failed', { path: name(path), reason: describeReason(cause) }, cause);
}

function toNotSerializable(thrown: DevalueError, path: string): Error {
  const value: unknown = thrown.value;
  const bad = findBadKeys(value);
  if (bad !== null) return createValueError('value_not_serializable', { path, ...bad });
  const found = describeValue(value);
  return createValueError('value_not_serializable', { path, found, fix: fixFor(value, found) });
}

/** Describes an object of which only the keys cannot be stored; `null` for all other values. */
function findBadKeys(value: unknown): { found: string; fix: string } | null {
  if (typeof value !== 'object' || value === null || describeValue(value) !== 'an object') return null;
  if (Object.hasOwn(value, '__proto__')) {
    return { found: 'an object with the key "__proto__"', fix: 'rename the key, or use a Map.' };
  }
  if (Object.getOwnPropertySymbols(value).length === 0) return null;
  return { found: 'an object with symbols as keys', fix: 'use text as keys, or a Map.' };
}

/** devalue's own path names the parts into which a value was split, so it is only the second choice. */
function pathTo(root: unknown, value: unknown, otherwise = ''): string {
  const found = findValue(root, (candidate) => candidate === value);
  return found === null || found.thrown !== undefined ? otherwise : found.path;
}

function fixFor(value: unknown, found: string): string {
  if (typeof value === 'symbol') return 'use text instead.';
  if (found.startsWith('a class'))
    return 'declare the class at the top level, with serialization methods, or pass its name.';
  if (typeof value === 'function') return 'pass the data it needs instead, or make it a step ("use step").';
  if (found === 'a promise') return 'await it first and pass the result.';
  if (found === 'a generator') return 'collect what it yields into an array first.';
  return 'pass plain data, or give its class static [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE] methods.';
}
