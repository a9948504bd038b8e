/** The AI SDK of the host, and what its versions 5, 6 and 7 spell in different ways. */
import type { LanguageModel, ModelMessage, SystemModelMessage } from 'ai';
import { isModuleMissing } from '../providers/missing-module.ts';
import { modelError } from './messages.ts';
import type { StreamPart } from './stream-part.ts';

/** The part of the package `ai` that is used. */
export interface Sdk {
  streamText(options: Record<string, unknown>): StreamTextResult;
  stepCountIs(count: number): unknown;
  jsonSchema(schema: Record<string, unknown>): unknown;
  gateway: ModelSource;
}

/** Resolves the ids of models. */
export interface ModelSource {
  languageModel(modelId: string): Exclude<LanguageModel, string>;
}

/** The result of `streamText()`, as far as it is used. */
export interface StreamTextResult {
  readonly fullStream: ReadableStream<StreamPart>;
  /** Not to be touched before the stream has ended well: with version 5 it may never settle. */
  readonly steps: PromiseLike<SdkStep[]>;
}

/** The result of a step, as far as the versions agree. */
export interface SdkStep {
  content: readonly StreamPart[];
  finishReason: string;
  rawFinishReason?: string;
  usage: SdkUsage;
  warnings?: readonly unknown[];
  response: {
    id: string;
    modelId: string;
    timestamp: Date;
    headers?: Record<string, string>;
    messages: ModelMessage[];
  };
  providerMetadata?: Record<string, unknown>;
}

/** Tokens as the versions of the AI SDK spell them. */
export interface SdkUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  totalTokens?: number | undefined;
  reasoningTokens?: number | undefined;
  cachedInputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
  outputTokenDetails?: { reasoningTokens?: number | undefined };
}

/** Gives the package `ai`. */
export type LoadSdk = () => Promise<unknown>;

/** How one version says things. */
export interface SdkDialect {
  major: number;
  telemetry: 'experimental_telemetry' | 'telemetry';
  /** The kind of tools that the provider knows by an id. */
  providerTool: 'provider-defined' | 'provider';
  prompt(prompt: Prompt): Record<string, unknown>;
  /** Telemetry is off unless it is asked for. */
  isTelemetryOptIn: boolean;
}

/** System prompt and messages, as `streamText()` takes them. */
export interface Prompt {
  system?: string | SystemModelMessage | SystemModelMessage[] | undefined;
  messages: readonly ModelMessage[];
}

const DIALECTS: Readonly<Record<5 | 6 | 7, SdkDialect>> = {
  5: {
    major: 5,
    telemetry: 'experimental_telemetry',
    isTelemetryOptIn: true,
    providerTool: 'provider-defined',
    // Only text can be its system prompt; messages stand at the beginning of the conversation.
    prompt: ({ system, messages }) => ({
      ...(typeof system === 'string' && { system }),
      messages: typeof system === 'object' ? [system, messages].flat() : messages,
      allowSystemInMessages: true,
    }),
  },
  6: {
    major: 6,
    telemetry: 'experimental_telemetry',
    isTelemetryOptIn: true,
    providerTool: 'provider',
    prompt: ({ system, messages }) => ({
      ...(system !== undefined && { system }),
      messages,
      allowSystemInMessages: true,
    }),
  },
  7: {
    major: 7,
    telemetry: 'telemetry',
    isTelemetryOptIn: false,
    providerTool: 'provider',
    prompt: ({ system, messages }) => ({
      ...(system !== undefined && { instructions: system }),
      messages,
      allowSystemInMessages: true,
    }),
  },
};

/** @throws `agent_sdk_missing`, `agent_sdk_unsupported`. */
export async function loadSdk(load: LoadSdk): Promise<{ sdk: Sdk; dialect: SdkDialect }> {
  const sdk = await load().catch((error: unknown) => {
    throw isModuleMissing(error, 'ai') ? modelError('agent_sdk_missing', {}, error) : error;
  });
  if (typeof (sdk as Partial<Sdk>).stepCountIs !== 'function') throw modelError('agent_sdk_unsupported', {});
  return { sdk: sdk as Sdk, dialect: DIALECTS[majorOf(sdk as object)] };
}

/**
 * The prompt as options of `streamText`. It checks all messages each time, which takes longer the longer the talk is;
 * those that a step is prepared with it takes as they are.
 * @param isKnown The messages were checked before, but for what the model and its tools have said since.
 */
export function promptOptions(dialect: SdkDialect, prompt: Prompt, isKnown: boolean): Record<string, unknown> {
  const options = dialect.prompt(prompt);
  if (!isKnown) return options;
  const { messages } = options;
  return { ...options, messages: UNUSED_MESSAGES, prepareStep: () => ({ messages }) };
}

/** There must be one at least. */
const UNUSED_MESSAGES: readonly ModelMessage[] = [{ role: 'user', content: '' }];

/** The package does not tell its version: each has something that the one before lacks. */
function majorOf(sdk: object): 5 | 6 | 7 {
  if ('toUIMessageStream' in sdk) return 7;
  return 'ToolLoopAgent' in sdk ? 6 : 5;
}
