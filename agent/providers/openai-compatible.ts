/** `workflow/agent/providers/openai-compatible`: servers that speak OpenAI's chat protocol, by `@ai-sdk/openai-compatible`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import {
  createProvider,
  loadPackage,
  ProviderModel,
  type LoadedModel,
  type ProviderModelParts,
  type StoredModel,
  type WholeParts,
} from './provider-model.ts';

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

export class OpenAICompatibleModel extends ProviderModel {
  readonly provider = 'openai-compatible';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('openai-compatible', parts);
  }

  static [WORKFLOW_SERIALIZE](model: OpenAICompatibleModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): OpenAICompatibleModel {
    return new OpenAICompatibleModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createOpenAICompatible } = await loadPackage(
    'openai-compatible',
    '@ai-sdk/openai-compatible',
    () => import('@ai-sdk/openai-compatible'),
  );
  return createOpenAICompatible({ includeUsage: true, ...options } as never)(modelId);
}

/** `openaiCompatible({ name: 'local', baseURL: 'http://localhost:11434/v1' })('qwen3')`. */
export const openaiCompatible = createProvider<OpenAICompatibleOptions, OpenAICompatibleModel>(
  (parts) => new OpenAICompatibleModel(parts),
);
