/** The codec inside the realm: values are made of the realm's own classes, so `instanceof` holds for workflow code. */
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { createCodec, type Codec } from '../values/codec.ts';
import { describeValue } from '../values/describe-value.ts';
import { encodeReason, encodeThrown } from '../values/encode-thrown.ts';
import { SecretNames } from '../values/secret-names.ts';
import { fromStepInput, type StepInput } from '../values/step-input.ts';
import type { CodecEnvironment } from '../values/codec-environment.ts';
import { realmBuffers } from './buffer-copy.ts';
import { requireScope } from './run-scope.ts';
import { createWorkflowSignals, type AnnounceAbort } from './workflow-signals.ts';

let codec: Codec;
/** The codec for the input of steps, which may refer to stored values: these are read back before a step begins. */
let stepCodec: Codec;
/**
 * The codec for what the code throws. Only this one masks credentials: what crosses from the host is masked there, and
 * replay compares what the code writes to streams.
 */
let thrownCodec: Codec;

const secretNames = new SecretNames();

/** The codec for printing: plain copies, without references. */
const printing = createCodec({ buffers: realmBuffers });

/** The first version of behaviour whose values are stored exactly or refused. */
const EXACT_SINCE = 4;

type RealmEnvironment = Pick<
  CodecEnvironment,
  'steps' | 'streams' | 'stored' | 'classes' | 'errors' | 'handles' | 'readBody' | 'attachReply'
> & {
  /** Default: signals are copied as they are at the moment, and copies do not follow them. */
  announceAbort?: AnnounceAbort;
};

/** Makes the codecs of the realm. Call it when the realm has all its globals. */
export function openRealmCodec({ announceAbort, stored, ...others }: RealmEnvironment): void {
  const environment: CodecEnvironment = {
    ...others,
    buffers: realmBuffers,
    isExact: () => requireScope().identity.behaviour >= EXACT_SINCE,
    errorClasses: { HookConflictError },
    ...(announceAbort && {
      signals: createWorkflowSignals({
        announce: announceAbort,
        encodeReason: (reason) => encodeReason(thrownCodec, reason),
      }),
    }),
  };
  codec = createCodec(environment);
  thrownCodec = createCodec({ ...environment, secrets: () => secretNames });
  stepCodec = stored ? createCodec({ ...environment, stored }) : codec;
}

/** Decodes a value into objects of this realm. @throws {WorkflowError} `value_*` */
export const decodeValue = (payload: string): unknown => codec.decode(payload);
/** Encodes a value; `what` names it in messages. @throws {WorkflowError} `value_*` */
export const encodeValue = (value: unknown, what: string): string => codec.encode(value, what);

/** Encodes values for printing; values that cannot be copied are described in a few words. */
export function encodePrintable(values: unknown[]): string {
  try {
    return printing.encode(values);
  } catch {
    return printing.encode(values.map(toPrintable));
  }
}

function toPrintable(value: unknown): unknown {
  try {
    printing.encode(value);
    return value;
  } catch {
    return describeValue(value);
  }
}

/** Encodes the input of a step call. @throws {WorkflowError} `value_*` */
export function encodeStepInput(input: StepInput): string {
  const { value, what } = fromStepInput(input);
  return stepCodec.encode(value, what);
}

/** Encodes any thrown value; parts that cannot be stored are left out. */
export const encodeError = (error: unknown): string => encodeThrown(thrownCodec, error);
