/** `workflow/agent/providers/anthropic`: models of Anthropic, by the package `@ai-sdk/anthropic`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

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

async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic(options)(modelId);
}

/** A model that {@link anthropic} makes. */
export class AnthropicModel extends modelOf({
  provider: 'anthropic',
  packageName: '@ai-sdk/anthropic',
  create: createModel,
}) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/**
 * `anthropic({ apiKey })('claude-sonnet-4-5')`, or `anthropic('claude-sonnet-4-5')` with the key of the environment.
 */
export const anthropic = createProvider<AnthropicOptions, AnthropicModel>(AnthropicModel);
