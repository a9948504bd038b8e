/**
 * `workflow/agent/providers/openai-compatible`: servers that speak OpenAI's chat protocol, by
 * `@ai-sdk/openai-compatible`.
 */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

/** As `createOpenAICompatible()` of `@ai-sdk/openai-compatible` takes them, as far as they are plain data. */
export interface OpenAICompatibleOptions {
  /** Names the provider in telemetry and in `providerOptions`. */
  name: string;
  baseURL: string;
  /** Servers of your own often need none. */
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent with each request. */
  queryParams?: Record<string, string> | undefined;
  /** Whether the server is asked for the tokens of a call. Default `true`. */
  includeUsage?: boolean | undefined;
  /** Whether the server takes a schema for the answer. Default `false`. */
  supportsStructuredOutputs?: boolean | undefined;
}

async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ includeUsage: true, ...options } as never)(modelId);
}

/** A model that {@link openaiCompatible} makes. */
export class OpenAICompatibleModel extends modelOf({
  provider: 'openai-compatible',
  packageName: '@ai-sdk/openai-compatible',
  create: createModel,
}) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/** `openaiCompatible({ name: 'local', baseURL: 'http://localhost:11434/v1' })('qwen3')`. */
export const openaiCompatible = createProvider<OpenAICompatibleOptions, OpenAICompatibleModel>(OpenAICompatibleModel);
