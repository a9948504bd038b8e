/** `workflow/agent/providers/openai`: models of OpenAI, by the package `@ai-sdk/openai`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import {
  createProvider,
  loadPackage,
  pickApi,
  ProviderModel,
  type LoadedModel,
  type ProviderModelParts,
  type StoredModel,
  type WholeParts,
} from './provider-model.ts';

/** As `createOpenAI()` of `@ai-sdk/openai` takes them, as far as they are plain data. */
export interface OpenAIOptions {
  /** Default: the variable `OPENAI_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  organization?: string | undefined;
  project?: string | undefined;
  /** Names the provider in telemetry. */
  name?: string | undefined;
}

export interface OpenAIModelSettings {
  /** Default: the one that the package prefers. */
  api?: 'responses' | 'chat' | 'completion';
}

export class OpenAIModel extends ProviderModel {
  readonly provider = 'openai';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('openai', parts);
  }

  static [WORKFLOW_SERIALIZE](model: OpenAIModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): OpenAIModel {
    return new OpenAIModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options, settings }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createOpenAI } = await loadPackage('openai', '@ai-sdk/openai', () => import('@ai-sdk/openai'));
  const provider = createOpenAI(options);
  const api = pickApi('openai', settings, ['responses', 'chat', 'completion']);
  return api ? provider[api](modelId) : provider(modelId);
}

/** `openai({ apiKey })('gpt-5')`, or `openai('gpt-5')` with the key of the environment. */
export const openai = createProvider<OpenAIOptions, OpenAIModel, OpenAIModelSettings>(
  (parts) => new OpenAIModel(parts),
);
