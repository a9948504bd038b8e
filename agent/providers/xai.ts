/** `workflow/agent/providers/xai`: models of xAI, by the package `@ai-sdk/xai`. */
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

/** As `createXai()` of `@ai-sdk/xai` takes them, as far as they are plain data. */
export interface XaiOptions {
  /** Default: the variable `XAI_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export interface XaiModelSettings {
  /** Default: the one that the package prefers. */
  api?: 'responses' | 'chat';
}

export class XaiModel extends ProviderModel {
  readonly provider = 'xai';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('xai', parts);
  }

  static [WORKFLOW_SERIALIZE](model: XaiModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): XaiModel {
    return new XaiModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options, settings }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createXai } = await loadPackage('xai', '@ai-sdk/xai', () => import('@ai-sdk/xai'));
  const provider = createXai(options);
  const api = pickApi('xai', settings, ['responses', 'chat']);
  return api ? provider[api](modelId) : provider(modelId);
}

/** `xai({ apiKey })('grok-4')`, or `xai('grok-4')` with the key of the environment. */
export const xai = createProvider<XaiOptions, XaiModel, XaiModelSettings>((parts) => new XaiModel(parts));
