/** All value types of one codec, in the form that devalue takes. */
import { createBodyTypes } from './body-values.ts';
import { createBufferTypes } from './buffer-values.ts';
import { refuseLoss } from './built-in-values.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { createErrorType } from './error-values.ts';
import { createHandleType } from './handle-values.ts';
import { listType } from './list-values.ts';
import { createFunctionTypes, createInstanceType, createStreamType } from './reference-values.ts';
import { createSignalTypes } from './signal-values.ts';
import { createStoredType } from './stored-values.ts';
import type { DecodeSession, EncodeSession, ValueType } from './value-type.ts';
import { headersType } from './web-values.ts';

/** The functions for devalue, by tag, and the check for errors. */
export interface TypeTable {
  reducers: Record<string, (value: unknown) => object | undefined>;
  revivers: Record<string, (data: object) => unknown>;
  isError(value: object): boolean;
}

/** Makes the value types of one codec. */
export function createTypeTable(
  environment: CodecEnvironment,
  session: EncodeSession,
  decodeSession: DecodeSession,
): TypeTable {
  const handle = createHandleType(environment);
  const functions = [handle, ...createFunctionTypes(environment)];
  const error = createErrorType(environment, session);
  const stored = createStoredType(environment, decodeSession);
  // The first match counts: a class with its own methods comes before its base class, File before Blob.
  const objects = [
    createInstanceType(environment, session),
    error,
    ...createBufferTypes(environment),
    headersType,
    ...createSignalTypes(environment),
    handle,
    ...createBodyTypes(environment, session),
    createStreamType(environment, session),
  ];

  function classify(value: unknown): ValueType | undefined {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
    if (session.endsAt(value)) return END_OF_TRIAL;
    if (typeof value === 'function') return functions.find((type) => type.matches(value));
    const type = (isPlain(value) ? [stored, listType] : objects).find((candidate) => candidate.matches(value));
    if (type === undefined && environment.isExact?.() !== false) refuseLoss(value);
    return type;
  }

  const all = [...new Set([END_OF_TRIAL, ...functions, stored, listType, ...objects])];
  return {
    reducers: createReducers(all, classify),
    revivers: { ...createRevivers([...functions, stored, listType, ...objects]), ...environment.revivers },
    isError: (value) => !isPlain(value) && objects.find((type) => type.matches(value)) === error,
  };
}

/** Stands for values that a trial does not look into; the output of a trial is never stored. */
const END_OF_TRIAL: ValueType = { tag: '', matches: () => false, encode: () => [], decode: () => undefined };

/** Whether devalue handles the value itself; most values are of this kind. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

/**
 * devalue asks every reducer about every value, in order. So the first one determines the type, and all others only
 * compare.
 */
function createReducers(
  types: ValueType[],
  classify: (value: unknown) => ValueType | undefined,
): TypeTable['reducers'] {
  let current: ValueType | undefined;
  const reducers: TypeTable['reducers'] = {};
  types.forEach((type, index) => {
    reducers[type.tag] =
      index === 0
        ? (value) => {
            current = classify(value);
            return current === type ? type.encode(value as object) : undefined;
          }
        : (value) => (current === type ? type.encode(value as object) : undefined);
  });
  return reducers;
}

function createRevivers(types: ValueType[]): TypeTable['revivers'] {
  return Object.fromEntries(types.map((type) => [type.tag, createReviver(type)]));
}

/**
 * For a value that contains itself, devalue passes the parts twice: at the inner reference, and when all parts are
 * there.
 */
function createReviver(type: ValueType): (data: object) => unknown {
  if (type.fill === undefined) return (data) => type.decode(data);
  const shells = new WeakMap<object, unknown>();
  return (data) => {
    const shell = shells.get(data) ?? type.decode(data);
    shells.set(data, shell);
    type.fill!(shell, data);
    return shell;
  };
}
