/**
 * A provider module gives users a function, `openai({ apiKey })('gpt-5')`, which makes models that workflows can hold
 * and pass: they are stored as names and options, never with a key. Each module holds only what differs: its options,
 * the step that loads its package, a class of its own (the class says which module loads a stored model), and the
 * function.
 */
import type { LanguageModel } from 'ai';
import { WORKFLOW_DESERIALIZE } from '../../runtime/values/class-registry.ts';
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

/** The parts of a model. */
export interface ProviderModelParts {
  modelId: string;
  /** Options of the provider's package. Default: none. */
  options?: Options;
  /** Settings of this model alone. Default: none. */
  settings?: Options;
}

/** The parts of a model as its package gets them: with the credentials, which never leave the process. */
export type WholeParts = Required<ProviderModelParts>;

/** A model as the journal holds it. */
export interface StoredModel extends StoredOptions {
  modelId: string;
  settings: Options;
}

/** The differences between providers. */
export interface ProviderDefinition<Name extends string> {
  /** The name of the provider's function, for messages. */
  provider: Name;
  /** The package that users install. */
  packageName: string;
  /**
   * Imports the package and makes the model. It is a step function, so that the package stays out of the bundle of
   * workflows.
   */
  create(parts: WholeParts): Promise<LoadedModel>;
}

/** A model of a provider, which workflow code can hold and pass. */
export abstract class ProviderModel<Name extends string = string> {
  readonly provider: Name;
  readonly modelId: string;
  readonly #definition: ProviderDefinition<Name>;
  readonly #settings: Options;
  readonly #options: Options;
  /** Credentials that are still the names of their variables. */
  readonly #stored: readonly StoredSecret[];

  /** @throws `agent_key_not_storable` for a key in workflow code. */
  constructor(definition: ProviderDefinition<Name>, parts: ProviderModelParts | StoredModel) {
    const { modelId, options = {}, settings = {} } = parts;
    refuseSecretsInWorkflow(definition.provider, options);
    this.provider = definition.provider;
    this.modelId = modelId;
    this.#definition = definition;
    this.#settings = settings;
    this.#options = options;
    this.#stored = 'secrets' in parts ? parts.secrets : [];
    Object.defineProperty(this, BRAND, { value: true });
  }

  /**
   * Makes the model of the AI SDK, for agents and for calls like `streamText({ model: await model.load() })`. Not in
   * workflow code.
   * @throws `agent_provider_missing`, `agent_key_unset`, `agent_provider_setting_invalid`.
   */
  async load(): Promise<LoadedModel> {
    const { provider, packageName, create } = this.#definition;
    const options = fromStoredOptions(provider, { options: this.#options, secrets: [...this.#stored] });
    try {
      return await create({ modelId: this.modelId, settings: this.#settings, options });
    } catch (error) {
      if (!isModuleMissing(error, packageName)) throw error;
      throw providerError('agent_provider_missing', { provider, packageName }, error);
    }
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
}

/**
 * The `[WORKFLOW_SERIALIZE]` of the providers' classes. Each class names it itself: that is how the compiler finds the
 * class.
 */
export const storeModel = (model: ProviderModel): StoredModel => model.toStored();

/** The class that a provider's class extends. */
export interface ProviderModelClass<Name extends string> {
  new (parts: ProviderModelParts | StoredModel): ProviderModel<Name>;
  [WORKFLOW_DESERIALIZE]<Model>(this: new (stored: StoredModel) => Model, stored: StoredModel): Model;
}

/** Makes the class that the models of one provider extend. */
export function modelOf<Name extends string>(definition: ProviderDefinition<Name>): ProviderModelClass<Name> {
  return class extends ProviderModel<Name> {
    constructor(parts: ProviderModelParts | StoredModel) {
      super(definition, parts);
    }

    static [WORKFLOW_DESERIALIZE]<Model>(this: new (stored: StoredModel) => Model, stored: StoredModel): Model {
      return new this(stored);
    }
  };
}

/** Also true for a model of a second copy of this package. */
export const isProviderModel = (value: unknown): value is ProviderModel =>
  typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;

/** Makes models by their ids. */
export type ModelFactory<Model, Settings = never> = (modelId: string, settings?: Settings) => Model;

/**
 * The function that users call: with options it gives a factory; with the id of a model, that model as the environment
 * configures it.
 */
export interface Provider<ProviderOptions, Model, Settings = never> {
  (options?: ProviderOptions): ModelFactory<Model, Settings>;
  (modelId: string, settings?: Settings): Model;
}

/** Makes the function that users call. @param Model The class of the provider's models. */
export function createProvider<ProviderOptions extends object, Model, Settings extends object = never>(
  Model: new (parts: ProviderModelParts) => Model,
): Provider<ProviderOptions, Model, Settings> {
  const make = (modelId: string, options: object, settings: object = {}): Model =>
    new Model({ modelId, options: { ...options }, settings: { ...settings } });
  return ((first: string | ProviderOptions = {} as ProviderOptions, settings?: Settings) =>
    typeof first === 'string'
      ? make(first, {}, settings)
      : (modelId: string, of?: Settings) => make(modelId, first, of)) as Provider<ProviderOptions, Model, Settings>;
}

/**
 * The interface that a model's settings name, such as `chat`; `undefined` when they name none.
 * @throws `agent_provider_setting_invalid` for one that the provider does not have.
 */
export function pickApi<Api extends string>(
  provider: string,
  { api }: { readonly api?: unknown },
  known: readonly Api[],
): Api | undefined {
  if (api === undefined || known.includes(api as Api)) return api as Api | undefined;
  const found = typeof api === 'string' ? api : typeof api;
  throw providerError('agent_provider_setting_invalid', { provider, setting: 'api', found, known: known.join(', ') });
}
