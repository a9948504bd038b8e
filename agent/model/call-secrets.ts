/** Finds what must not be in an error of a model call. */
import type { ModelCall } from '../contract/model-call.ts';
import { isProviderModel } from '../providers/provider-model.ts';
import type { AnyModel } from './guarded-model.ts';
import { secretsOfEnvironment, secretsOfHeaders, textsOf, type Redactions } from './redact.ts';

/** Everything that can hold a credential or a prompt. */
export interface SecretSources {
  call: ModelCall;
  /** `null` when there is none yet. */
  model: AnyModel | null;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Finds the keys and prompts of a call, so that they can be taken out of errors. */
export async function redactionsOf({ call, model, environment }: SecretSources): Promise<Redactions> {
  const secrets = [
    ...secretsOfEnvironment(environment),
    ...secretsOfHeaders(call.settings.headers),
    ...secretsOfHeaders(await headersOf(model)),
    ...(isProviderModel(call.model) ? call.model.secrets() : []),
  ];
  // The longest first: one may be a part of another.
  const longestFirst = [...new Set(secrets)].toSorted((one, other) => other.length - one.length);
  return { secrets: longestFirst, quotes: textsOf([call.system, call.messages]) };
}

/** The models of the AI SDK's packages make their headers when they are asked. */
async function headersOf(model: AnyModel | null): Promise<object | null> {
  const { config } = (model ?? {}) as { config?: { headers?: unknown } };
  try {
    const headers: unknown = typeof config?.headers === 'function' ? await config.headers() : config?.headers;
    return typeof headers === 'object' ? headers : null;
  } catch {
    return null;
  }
}
