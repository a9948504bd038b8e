/** `workflow/agent/providers/anthropic`: models of Anthropic, by the package `@ai-sdk/anthropic`. */
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

/** As `createAnthropic()` of `@ai-sdk/anthropic` takes them, as far as they are plain data. */
export interface AnthropicOptions {
  /** Default: the variable `ANTHROPIC_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** In place of `apiKey`: sent as a bearer token. */
  authToken?: string | undefined;
  /** Names the provider in telemetry. */
  name?: string | undefined;
}

export class AnthropicModel extends ProviderModel {
  readonly provider = 'anthropic';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('anthropic', parts);
  }

  static [WORKFLOW_SERIALIZE](model: AnthropicModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): AnthropicModel {
    return new AnthropicModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createAnthropic } = await loadPackage('anthropic', '@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
  return createAnthropic(options)(modelId);
}

/** `anthropic({ apiKey })('claude-sonnet-4-5')`, or `anthropic('claude-sonnet-4-5')` with the key of the environment. */
export const anthropic = createProvider<AnthropicOptions, AnthropicModel>((parts) => new AnthropicModel(parts));
