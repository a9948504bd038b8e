/** A model of a provider as a value that workflows can hold and pass: its names and options, never its key. */
import type { LanguageModel } from 'ai';
import { providerError } from './messages.ts';
import { isModuleMissing } from './missing-module.ts';
import {
  findSecrets,
  fromStoredOptions,
  refuseSecretsInWorkflow,
  toStoredOptions,
  type Options,
  type StoredOptions,
  type StoredSecret,
} from './stored-options.ts';

const BRAND: unique symbol = Symbol.for('workflow.provider-model') as never;

/** A language model of the AI SDK. */
export type LoadedModel = Exclude<LanguageModel, string>;

export interface ProviderModelParts {
  modelId: string;
  /** What the provider's package takes. */
  options?: Options;
  /** What belongs to this model alone. */
  settings?: Options;
}

/** With all options, credentials too: these never cross. */
export type WholeParts = Required<ProviderModelParts>;

/** What is stored of a model. */
export interface StoredModel extends StoredOptions {
  modelId: string;
  settings: Options;
}

/** One class for each provider extends it: the class says which package is loaded. */
export abstract class ProviderModel {
  abstract readonly provider: string;
  readonly modelId: string;
  readonly #settings: Options;
  readonly #options: Options;
  /** Credentials that are still the names of their variables. */
  readonly #stored: readonly StoredSecret[];

  /** @throws `agent_key_not_storable` for a key in workflow code. */
  constructor(provider: string, parts: ProviderModelParts | StoredModel) {
    const { modelId, options = {}, settings = {} } = parts;
    refuseSecretsInWorkflow(provider, options);
    this.modelId = modelId;
    this.#settings = settings;
    this.#options = options;
    this.#stored = 'secrets' in parts ? parts.secrets : [];
    Object.defineProperty(this, BRAND, { value: true });
  }

  /**
   * Makes the model of the AI SDK, for agents and for calls like `streamText({ model: await model.load() })`. Not in workflow code.
   * @throws `agent_provider_missing`, `agent_key_unset`.
   */
  async load(): Promise<LoadedModel> {
    const options = fromStoredOptions(this.provider, { options: this.#options, secrets: [...this.#stored] });
    return await this.create({ modelId: this.modelId, settings: this.#settings, options });
  }

  /** The credentials that the options hold, so that they can be taken out of messages. */
  secrets(): string[] {
    return findSecrets(this.#options).map(({ value }) => value);
  }

  /** @throws `agent_key_not_storable`. */
  toStored(): StoredModel {
    const { options, secrets } = toStoredOptions(this.provider, this.#options);
    return { modelId: this.modelId, settings: this.#settings, options, secrets: [...this.#stored, ...secrets] };
  }

  protected abstract create(parts: WholeParts): Promise<LoadedModel>;
}

/** Also true for a model of a second copy of this package. */
export const isProviderModel = (value: unknown): value is ProviderModel =>
  typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;

/** Makes models by their ids. */
export type ModelFactory<Model, Settings = never> = (modelId: string, settings?: Settings) => Model;

/**
 * The function that users call: with options it gives a factory; with the id of a model, that model as the environment configures it.
 */
export interface Provider<ProviderOptions, Model, Settings = never> {
  (options?: ProviderOptions): ModelFactory<Model, Settings>;
  (modelId: string, settings?: Settings): Model;
}

export function createProvider<ProviderOptions extends object, Model, Settings extends object = never>(
  create: (parts: ProviderModelParts) => Model,
): Provider<ProviderOptions, Model, Settings> {
  const make = (modelId: string, options: object, settings: object = {}): Model =>
    create({ modelId, options: { ...options }, settings: { ...settings } });
  return ((first: string | ProviderOptions = {} as ProviderOptions, settings?: Settings) =>
    typeof first === 'string'
      ? make(first, {}, settings)
      : (modelId: string, of?: Settings) => make(modelId, first, of)) as Provider<ProviderOptions, Model, Settings>;
}

/** @throws `agent_provider_missing`. */
export async function loadPackage<Module>(
  provider: string,
  packageName: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (isModuleMissing(error, packageName)) {
      throw providerError('agent_provider_missing', { provider, packageName }, error);
    }
    throw error;
  }
}

/**
 * Picks one of the interfaces that a provider has.
 * @throws `agent_provider_setting_invalid`.
 */
export function pickApi<Api extends string>(
  provider: string,
  { api }: { readonly api?: unknown },
  known: readonly Api[],
): Api | undefined {
  if (api === undefined || known.includes(api as Api)) return api as Api | undefined;
  const found = {
    provider,
    setting: 'api',
    found: typeof api === 'string' ? api : typeof api,
    known: known.join(', '),
  };
  throw providerError('agent_provider_setting_invalid', found);
}
