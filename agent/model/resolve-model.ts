/** Finds the model that the option `model` stands for. */
import type { ModelOutcome } from '../contract/model-call.ts';
import { isProviderModel } from '../providers/provider-model.ts';
import { describeValue } from '../../runtime/values/describe-value.ts';
import type { AnyModel } from './guarded-model.ts';
import { modelError } from './messages.ts';
import type { ModelSource, Sdk } from './sdk.ts';

/** A function may give another one: the compiler makes a function of what stands in the agent's options. */
const FUNCTIONS_MAX = 8;

/**
 * @param model A gateway id, a model of `providers/…`, a model of the AI SDK, or a function that gives one of these.
 * @throws `agent_model_invalid`, `agent_model_version_unsupported`, `agent_provider_missing`, and what the function
 * throws.
 */
export async function resolveModel(model: unknown, sdk: Sdk, sdkMajor: ModelOutcome['sdkMajor']): Promise<AnyModel> {
  let found = model;
  for (let depth = 0; typeof found === 'function' && depth < FUNCTIONS_MAX; depth += 1) found = await found();
  if (typeof found === 'string') return defaultSource(sdk).languageModel(found);
  if (isProviderModel(found)) found = await found.load();
  if (!isLanguageModel(found)) throw modelError('agent_model_invalid', { found: describeValue(found) });
  checkVersion(found, sdkMajor);
  return found;
}

/** As the AI SDK resolves ids by itself. */
const defaultSource = (sdk: Sdk): ModelSource =>
  (globalThis as { AI_SDK_DEFAULT_PROVIDER?: ModelSource }).AI_SDK_DEFAULT_PROVIDER ?? sdk.gateway;

function isLanguageModel(value: unknown): value is AnyModel {
  if (typeof value !== 'object' || value === null) return false;
  const { specificationVersion, doStream } = value as Partial<Record<'specificationVersion' | 'doStream', unknown>>;
  return typeof specificationVersion === 'string' && typeof doStream === 'function';
}

/** Version n of the AI SDK takes the specifications up to v(n − 3); version 5 takes v2 alone. */
function checkVersion({ specificationVersion: version, modelId }: AnyModel, sdkMajor: number): void {
  const number = Number(version.slice(1));
  if (number >= 2 && number <= sdkMajor - 3) return;
  throw modelError('agent_model_version_unsupported', { model: modelId, version, sdkMajor });
}
