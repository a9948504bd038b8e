/** The results of tools as the model reads them. */
import type { ToolModelMessage, ToolResultPart } from 'ai';
import type { CallOutcome, HandledCall } from './tool-calls.ts';
import { describeError } from './describe-error.ts';

type ModelOutput = ToolResultPart['output'];
type ProviderOptions = NonNullable<ToolResultPart['providerOptions']>;

/** One message with the results of a round, in the order of the calls; `null`: there are none. */
export async function toToolMessage(
  handled: readonly HandledCall[],
  sdkMajor: number,
): Promise<ToolModelMessage | null> {
  const answered = handled.filter(({ outcome }) => outcome.kind !== 'left');
  if (answered.length === 0) return null;
  return { role: 'tool', content: await Promise.all(answered.map((one) => toResultPart(one, sdkMajor))) };
}

async function toResultPart(
  { call, tool, outcome, isInvalid, providerMetadata }: HandledCall,
  sdkMajor: number,
): Promise<ToolResultPart> {
  const { toolCallId, toolName, input } = call;
  const own = outcome.kind === 'result' ? tool?.toModelOutput : undefined;
  const output =
    own && outcome.kind === 'result'
      ? await own(...ownArguments(sdkMajor, { toolCallId, input, output: outcome.output }))
      : undefined;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: (output as ModelOutput) ?? toModelOutput(outcome, sdkMajor),
    ...(providerMetadata && !isInvalid && { providerOptions: providerMetadata as ProviderOptions }),
  };
}

/** AI SDK 5 gives the output alone. Our own tools learn its version, because each spells media in its own way. */
const ownArguments = (sdkMajor: number, call: { toolCallId: string; input: unknown; output: unknown }): unknown[] => [
  sdkMajor <= 5 ? call.output : call,
  sdkMajor,
];

function toModelOutput(outcome: CallOutcome, sdkMajor: number): ModelOutput {
  switch (outcome.kind) {
    case 'result':
      return toValueOutput(outcome.output);
    case 'error':
      return { type: 'error-text', value: outcome.reason };
    case 'denied':
      return toDeniedOutput(outcome.reason, sdkMajor);
    case 'left':
      throw new Error('A call that is left to the client has no output.');
  }
}

function toDeniedOutput(reason: string | undefined, sdkMajor: number): ModelOutput {
  if (sdkMajor > 5) return { type: 'execution-denied', ...(reason !== undefined && { reason }) };
  return { type: 'error-text', value: `Tool execution was denied${reason === undefined ? '.' : `: ${reason}`}` };
}

function toValueOutput(output: unknown): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  try {
    return { type: 'json', value: toJson(output) };
  } catch (error) {
    return { type: 'error-text', value: `The result cannot be shown as JSON: ${describeError(error)}` };
  }
}

type JsonValue = Extract<ModelOutput, { type: 'json' }>['value'];

/** As the model will read it, so that the stored history is what was sent. */
const toJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue;
