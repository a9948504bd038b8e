/** `workflow/agent/providers/google`: models of Google's Gemini API, by the package `@ai-sdk/google`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

/** As `createGoogleGenerativeAI()` of `@ai-sdk/google` takes them, as far as they are plain data. */
export interface GoogleOptions {
  /** Default: the variable `GOOGLE_GENERATIVE_AI_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Names the provider in telemetry. */
  name?: string | undefined;
}

async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
  return createGoogleGenerativeAI(options)(modelId);
}

/** A model that {@link google} makes. */
export class GoogleModel extends modelOf({ provider: 'google', packageName: '@ai-sdk/google', create: createModel }) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/** `google({ apiKey })('gemini-2.5-pro')`, or `google('gemini-2.5-pro')` with the key of the environment. */
export const google = createProvider<GoogleOptions, GoogleModel>(GoogleModel);
