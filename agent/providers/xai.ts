/** `workflow/agent/providers/xai`: models of xAI, by the package `@ai-sdk/xai`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, pickApi, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

/** As `createXai()` of `@ai-sdk/xai` takes them, as far as they are plain data. */
export interface XaiOptions {
  /** Default: the variable `XAI_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** Settings of one model. */
export interface XaiModelSettings {
  /** Default: the one that the package prefers. */
  api?: 'responses' | 'chat';
}

async function createModel({ modelId, options, settings }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createXai } = await import('@ai-sdk/xai');
  const provider = createXai(options);
  const api = pickApi('xai', settings, ['responses', 'chat']);
  return api ? provider[api](modelId) : provider(modelId);
}

/** A model that {@link xai} makes. */
export class XaiModel extends modelOf({ provider: 'xai', packageName: '@ai-sdk/xai', create: createModel }) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/** `xai({ apiKey })('grok-4')`, or `xai('grok-4')` with the key of the environment. */
export const xai = createProvider<XaiOptions, XaiModel, XaiModelSettings>(XaiModel);
