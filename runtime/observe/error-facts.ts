/** Errors as plain data, for lists, logs and people. */
import { decodeForDisplay } from '../host-values/display-values.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { tryRead } from '../contract/try-read.ts';
import { describeReason } from '../values/describe-value.ts';
import { UnreadableValue, tryToRead } from './unreadable-value.ts';

/** The facts of an error. */
export interface ErrorFacts {
  name: string;
  message: string;
  /** Its `code`, where that is a text or a number. */
  code: string | number | null;
  /** Where in the user's source it was made, such as `workflows/order.ts:13:22`; `null`: its stack does not say. */
  at: string | null;
  /** With the places in the user's source, and with the stacks of its causes. `null`: it has none. */
  stack: string | null;
}

/** Causes that are told; a chain of them may be a circle. */
const CAUSES_MAX = 10;
const FRAME = /^\s+at /;
const PLACE = /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/;
/** Files that no user has written. */
const FOREIGN = /^node:|[/\\]node_modules[/\\]/;

/** The thrown value of a payload; an error that says so where it cannot be read. */
export function decodeThrown(payload: string): unknown {
  const thrown = tryToRead(() => decodeValue(payload));
  return thrown instanceof UnreadableValue ? toError(thrown) : thrown;
}

function toError(unreadable: UnreadableValue): Error {
  const error = new Error(String(unreadable));
  delete error.stack;
  return error;
}

/**
 * Describes a thrown value. Neither an error whose class is unknown here, nor one whose getters throw, as those of
 * private fields do, must make a list unreadable or end the process that tells of it.
 */
export function describeThrown(thrown: unknown): ErrorFacts {
  const stack = stackOf(thrown);
  return {
    name: tryRead(() => (thrown instanceof Error ? thrown.name : null)) ?? 'Error',
    message: describeReason(thrown),
    code: codeOf(thrown),
    at: stack === null ? null : placeIn(stack),
    stack,
  };
}

/** Leaves out what the user's error says, where that may hold personal data. Its places stay. */
export const withoutMessage = (facts: ErrorFacts): ErrorFacts => ({
  ...facts,
  message: '',
  stack: facts.stack && framesOf(facts.stack),
});

/** The places alone: messages stand at the beginning of stacks, and between those of causes. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');

/** The same for an encoded error, also where only the build has its class. */
export function describeEncoded(payload: string): ErrorFacts {
  const thrown = tryToRead(() => decodeValue(payload));
  if (!(thrown instanceof UnreadableValue)) return describeThrown(thrown);
  const shown = tryToRead(() => decodeForDisplay(payload, {}));
  return isInstance(shown) ? describeInstance(shown) : describeThrown(toError(thrown));
}

/** An instance of a class that is not here, as it is displayed. */
interface ShownInstance {
  className: string;
  data: { message?: unknown; code?: unknown };
}

function isInstance(value: unknown): value is ShownInstance {
  const { __type, data } = (value ?? {}) as { __type?: unknown; data?: unknown };
  return __type === 'Instance' && typeof data === 'object' && data !== null;
}

const describeInstance = ({ className, data: { message = '', code } }: ShownInstance): ErrorFacts => ({
  name: className,
  message: describeReason(message),
  code: isCode(code) ? code : null,
  at: null,
  stack: null,
});

const isCode = (code: unknown): code is string | number => typeof code === 'string' || typeof code === 'number';

function codeOf(thrown: unknown): string | number | null {
  const code = tryRead(() => (thrown instanceof Error ? (thrown as { code?: unknown }).code : null));
  return isCode(code) ? code : null;
}

function stackOf(thrown: unknown): string | null {
  const parts: string[] = [];
  for (let link = thrown; link instanceof Error && parts.length < CAUSES_MAX;) {
    const error = link;
    parts.push(tryRead(() => error.stack || String(error), ''));
    link = tryRead(() => error.cause);
  }
  return parts.some((part) => part.split('\n').some((line) => FRAME.test(line))) ? parts.join('\nCaused by: ') : null;
}

function placeIn(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const place = FRAME.test(line) ? PLACE.exec(line)?.[1] : undefined;
    if (place !== undefined && !FOREIGN.test(place)) return fromHere(place);
  }
  return null;
}

/** Files below the working directory are named from there, as those of workflows are. */
function fromHere(place: string): string {
  const path = place.replace(/^file:\/\//, '');
  const folder = `${process.cwd()}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
