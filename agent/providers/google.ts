/** `workflow/agent/providers/google`: models of Google's Gemini API, by the package `@ai-sdk/google`. */
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

/** As `createGoogleGenerativeAI()` of `@ai-sdk/google` takes them, as far as they are plain data. */
export interface GoogleOptions {
  /** Default: the variable `GOOGLE_GENERATIVE_AI_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Names the provider in telemetry. */
  name?: string | undefined;
}

export class GoogleModel extends ProviderModel {
  readonly provider = 'google';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('google', parts);
  }

  static [WORKFLOW_SERIALIZE](model: GoogleModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): GoogleModel {
    return new GoogleModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createGoogleGenerativeAI } = await loadPackage('google', '@ai-sdk/google', () => import('@ai-sdk/google'));
  return createGoogleGenerativeAI(options)(modelId);
}

/** `google({ apiKey })('gemini-2.5-pro')`, or `google('gemini-2.5-pro')` with the key of the environment. */
export const google = createProvider<GoogleOptions, GoogleModel>((parts) => new GoogleModel(parts));
