/** `workflow/agent/providers/openai`: models of OpenAI, by the package `@ai-sdk/openai`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, pickApi, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

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

/** Settings of one model. */
export interface OpenAIModelSettings {
  /** Default: the one that the package prefers. */
  api?: 'responses' | 'chat' | 'completion';
}

async function createModel({ modelId, options, settings }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI(options);
  const api = pickApi('openai', settings, ['responses', 'chat', 'completion']);
  return api ? provider[api](modelId) : provider(modelId);
}

/** A model that {@link openai} makes. */
export class OpenAIModel extends modelOf({ provider: 'openai', packageName: '@ai-sdk/openai', create: createModel }) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/** `openai({ apiKey })('gpt-5')`, or `openai('gpt-5')` with the key of the environment. */
export const openai = createProvider<OpenAIOptions, OpenAIModel, OpenAIModelSettings>(OpenAIModel);
