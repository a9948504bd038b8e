/** The codec inside the realm: values are made of the realm's own classes, so `instanceof` holds for workflow code. */
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { createCodec, type Codec } from '../values/codec.ts';
import { describeValue } from '../values/describe-value.ts';
import { encodeThrown } from '../values/encode-thrown.ts';
import { fromStepInput, type StepInput } from '../values/step-input.ts';
import type { CodecEnvironment } from '../values/codec-environment.ts';
import { createWorkflowSignals, type AnnounceAbort } from './workflow-signals.ts';

let codec: Codec;

/** For what is only printed: plain copies, nothing that stands for something of the run. */
const printing = createCodec();

type RealmEnvironment = Pick<CodecEnvironment, 'steps' | 'streams' | 'classes' | 'readBody' | 'attachReply'> & {
  /** Default: signals are copied as they are when they cross, and copies do not follow them. */
  announceAbort?: AnnounceAbort;
};

/** Makes the codec; called when the realm has all its globals. */
export function openRealmCodec({ announceAbort, ...environment }: RealmEnvironment): void {
  codec = createCodec({
    ...environment,
    errorClasses: { HookConflictError },
    ...(announceAbort && {
      signals: createWorkflowSignals({ announce: announceAbort, encodeReason: encodeError }),
    }),
  });
}

export const decodeValue = (payload: string): unknown => codec.decode(payload);
export const encodeValue = (value: unknown, what: string): string => codec.encode(value, what);

/** Encodes values to be printed: what can be copied as it is, anything else in a few words. */
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

export function encodeStepInput(input: StepInput): string {
  const { value, what } = fromStepInput(input);
  return codec.encode(value, what);
}

/** Encodes any thrown value; what of it cannot be encoded is left out. */
export const encodeError = (error: unknown): string => encodeThrown(codec, error);
