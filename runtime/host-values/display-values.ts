/**
 * Decodes values for people: without the classes and functions of any build, and without running anything of them. In
 * their place stand texts and plain objects.
 */
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { nameOf } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { Payload } from '../journal/events.ts';
import { createCodec, type ReadStored } from '../values/codec.ts';
import { isStreamContent, readStreamReference, toNamespace } from '../values/stream-reference.ts';
import { hostBase64 } from './host-base64.ts';

/**
 * How values are shown that only code can have, by what they are. Each function gets the facts of one value and returns
 * what stands in its place.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a function may ask for the facts that it knows of
export type Revivers = Record<string, (value: any) => unknown>;

/** The facts of a stream: of which run, or how many chunks were stored with the value. */
type StreamFacts = { runId: string; namespace: string | undefined } | { chunks: number };

const showStream = (__type: string) => (facts: StreamFacts) => ({ __type, ...facts });

/**
 * The display of all such values: steps, workflows and classes become texts, the others plain objects that say their
 * `__type`. Spread it to change the display of some. The token of a hook is a secret and stays out.
 */
export const observabilityRevivers = {
  ReadableStream: showStream('ReadableStream'),
  WritableStream: showStream('WritableStream'),
  StepFunction: ({ stepId }: { stepId: string }): unknown => `<step:${stepId}>`,
  WorkflowFunction: ({ workflowId }: { workflowId: string }): unknown => `<workflow:${workflowId}>`,
  Class: ({ classId }: { classId: string }): unknown => `<class:${nameOf(classId)}>`,
  Instance: ({ classId, data }: { classId: string; data: unknown }): unknown => ({
    __type: 'Instance',
    className: nameOf(classId),
    classId,
    data,
  }),
  Run: ({ runId }: { runId: string }): unknown => ({ __type: 'Run', runId }),
  Hook: (): unknown => ({ __type: 'Hook' }),
  AbortSignal: (facts: { aborted: boolean; reason?: unknown }): unknown => ({ __type: 'AbortSignal', ...facts }),
  AbortController: ({ signal }: { signal: unknown }): unknown => ({ __type: 'AbortController', signal }),
} satisfies Revivers;

type Shown = typeof observabilityRevivers;

/**
 * The value of a payload, for display.
 * @param readStored Returns the stored values that the payload refers to.
 * @throws `option_unknown` for a reviver of no kind of value; `value_key_missing`, `value_altered`,
 *   `value_payload_invalid`.
 */
export function decodeForDisplay(payload: Payload, revivers: Revivers, readStored?: ReadStored): unknown {
  return decodeBy(toTags({ ...observabilityRevivers, ...checkNames(revivers) }), payload, readStored);
}

/**
 * An instance, and the data that it is stored as; of an error its fields, once for each of its classes. A symbol stands
 * in them for what only code can have.
 */
export class StoredInstance {
  readonly classId: string;
  readonly data: unknown;

  constructor(classId: string, data: unknown) {
    this.classId = classId;
    this.data = data;
  }
}

/** The facts of an error that its classes count on. */
interface StoredError {
  classes?: readonly string[];
  hidden?: object;
  fields?: object;
}

/** The classes that a value names, by their ids: of its values, and of its errors. */
export interface NamedClasses {
  values: readonly string[];
  instances: readonly StoredInstance[];
  errors: readonly string[];
}

const UNREAD = Symbol('unread');
const unread = Object.fromEntries(Object.keys(observabilityRevivers).map((kind) => [kind, () => UNREAD]));

/** Looks for the classes without having them. */
export function readClasses(payload: Payload): NamedClasses {
  const [values, errors, instances] = [new Set<string>(), new Set<string>(), new Array<StoredInstance>()];
  const named = {
    Class({ classId }: { classId: string }): unknown {
      values.add(classId);
      return UNREAD;
    },
    Instance({ classId, data }: { classId: string; data: unknown }): unknown {
      const instance = new StoredInstance(classId, data);
      instances.push(instance);
      values.add(classId);
      return instance;
    },
  };
  const noteError = ({ classes = [], hidden, fields }: StoredError): unknown => {
    for (const classId of classes) {
      errors.add(classId);
      instances.push(new StoredInstance(classId, { ...hidden, ...fields }));
    }
    return UNREAD;
  };
  const tags = { ...toTags({ ...unread, ...named } as unknown as Shown), Error: noteError };
  try {
    decodeBy(tags, payload, () => []);
  } catch {
    // Whoever needs the value says why it cannot be read.
  }
  return { values: [...values], instances, errors: [...errors] };
}

const decodeBy = (revivers: Tags, payload: Payload, readStored?: ReadStored): unknown =>
  createCodec({ base64: hostBase64, errorClasses: { HookConflictError }, revivers }).decode(payload, readStored);

function checkNames(revivers: Revivers): Partial<Shown> {
  const known = Object.keys(observabilityRevivers);
  const option = Object.keys(revivers).find((name) => !known.includes(name));
  if (option === undefined) return revivers;
  throw runtimeError('option_unknown', { call: 'hydrateData', option, known: known.join(', ') });
}

type Tags = Record<string, (data: object) => unknown>;

/** By the names that values have in payloads. The name says what the data are. */
function toTags(shown: Shown): Tags {
  const tags = {
    Stream: (data: object) => showStreamOf(data, shown),
    Step: ({ stepId }: { stepId: string }) => shown.StepFunction({ stepId }),
    Class: ({ class: classId }: { class: string }) => shown.Class({ classId }),
    Instance: ({ class: classId, data }: { class: string; data: unknown }) => shown.Instance({ classId, data }),
    Handle: (data: { run?: string; hook?: string; workflow?: string }) => {
      if (data.run !== undefined) return shown.Run({ runId: data.run });
      return data.workflow === undefined ? shown.Hook() : shown.WorkflowFunction({ workflowId: data.workflow });
    },
    AbortSignal: ({ aborted, reason }: { aborted: boolean; reason?: unknown }) =>
      shown.AbortSignal(aborted ? { aborted, reason } : { aborted }),
    AbortController: ({ signal }: { signal: unknown }) => shown.AbortController({ signal }),
  };
  return tags as unknown as Tags;
}

function showStreamOf(data: object, { ReadableStream, WritableStream }: Shown): unknown {
  if (isStreamContent(data)) return ReadableStream({ chunks: data.content.length });
  const { run, stream, read } = readStreamReference(data, '');
  return (read ? ReadableStream : WritableStream)({ runId: run, namespace: toNamespace(stream) });
}
