/** Values of runs in lists for people: they show nothing until somebody asks for them. */
import type { Payload } from '../journal/events.ts';
import { decodeForDisplay, observabilityRevivers, type Revivers } from '../host-values/display-values.ts';
import { WorkflowError } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable-value.ts';
import type { ReadStored } from '../values/codec.ts';

/** The way to the value, also for another copy of this package. It is no field, so no log and no JSON shows it. */
const OPEN: unique symbol = Symbol.for('workflow.sealed-value') as never;

/** How a payload is read. */
interface Reading {
  /** Returns the stored values that the payload refers to. */
  readStored?: ReadStored;
  /** Takes the part that is shown out of the decoded value. Default: all of it. */
  pick?: (value: unknown) => unknown;
}

/**
 * A value as the store has it: arguments, a result, an error, a payload. {@link hydrateData} gives the value itself; in
 * logs and in JSON it is empty.
 */
export class SealedValue {
  declare private readonly [OPEN]: (revivers: Revivers) => unknown;

  constructor(payload: Payload, { readStored, pick = (value) => value }: Reading = {}) {
    const open = (revivers: Revivers): unknown => pick(decodeForDisplay(payload, revivers, readStored));
    Object.defineProperty(this, OPEN, { value: open });
  }
}

type Open = (revivers: Revivers) => unknown;

function openOf(value: unknown): Open | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { [OPEN]?: Open })[OPEN];
}

/**
 * Decodes a value of `getWorld().runs`, `.steps` or `.events` for display. No code of a build runs: instances, streams,
 * functions and the like become what `revivers` makes of them.
 * @param revivers Default: all of `observabilityRevivers`, which also count for kinds that are left out.
 * @returns The value; `value` itself if it is not sealed, or is encrypted with a key that this process lacks.
 * @throws `option_unknown` for a reviver of no kind of value; `value_altered`, `value_payload_invalid`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- only the code that stored the value knows its type
export function hydrateData(value: unknown, revivers: Revivers = observabilityRevivers): any {
  const open = openOf(value);
  if (open === undefined) return value;
  try {
    return open(revivers);
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'value_key_missing') return value;
    throw error;
  }
}

/** The result of {@link hydrateResourceIO}: values in the place of sealed ones. */
export type Hydrated<Resource> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- only the code that stored the value knows its type
  [Key in keyof Resource]: SealedValue extends Resource[Key] ? any : Resource[Key];
};

/**
 * A copy of a run, step, hook or event in which all sealed values are decoded, those of `eventData`, too. One that
 * was changed in the store stays sealed.
 * @param revivers As for {@link hydrateData}.
 * @throws `option_unknown`, `value_payload_invalid`.
 */
export function hydrateResourceIO<Resource extends object>(
  resource: Resource,
  revivers: Revivers = observabilityRevivers,
): Hydrated<Resource> {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(resource)) as Record<string, unknown>;
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(resource))) {
    if (openOf(value) !== undefined) copy[key] = hydrateIfReadable(value, revivers);
    else if (key === 'eventData' && value) copy[key] = hydrateResourceIO(value as object, revivers);
  }
  return copy as Hydrated<Resource>;
}

function hydrateIfReadable(value: unknown, revivers: Revivers): unknown {
  try {
    return hydrateData(value, revivers);
  } catch (error) {
    if (isUnreadable(error)) return value;
    throw error;
  }
}
