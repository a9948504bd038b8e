/** The codec inside the realm: values are made of the realm's own classes, so `instanceof` holds for workflow code. */
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { createCodec, type Codec } from '../values/codec.ts';
import { describeValue } from '../values/describe-value.ts';
import { encodeThrown } from '../values/encode-thrown.ts';
import { fromStepInput, type StepInput } from '../values/step-input.ts';
import type { CodecEnvironment } from '../values/codec-environment.ts';
import { createWorkflowSignals, type AnnounceAbort } from './workflow-signals.ts';

let codec: Codec;
/** For the input of steps, which may refer to what the run has stored: it is read back before a step begins. */
let stepCodec: Codec;

/** For what is only printed: plain copies, nothing that stands for something of the run. */
const printing = createCodec();

type RealmEnvironment = Pick<
  CodecEnvironment,
  'steps' | 'streams' | 'stored' | 'classes' | 'readBody' | 'attachReply'
> & {
  /** Default: signals are copied as they are when they cross, and copies do not follow them. */
  announceAbort?: AnnounceAbort;
};

/** Makes the codec; called when the realm has all its globals. */
export function openRealmCodec({ announceAbort, stored, ...others }: RealmEnvironment): void {
  const environment: CodecEnvironment = {
    ...others,
    errorClasses: { HookConflictError },
    ...(announceAbort && {
      signals: createWorkflowSignals({ announce: announceAbort, encodeReason: encodeError }),
    }),
  };
  codec = createCodec(environment);
  stepCodec = stored ? createCodec({ ...environment, stored }) : codec;
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
  return stepCodec.encode(value, what);
}

/** Encodes any thrown value; what of it cannot be encoded is left out. */
export const encodeError = (error: unknown): string => encodeThrown(codec, error);
