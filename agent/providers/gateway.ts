/** `workflow/agent/providers/gateway`: models of the AI gateway, by the package `ai`. */
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

/** As `createGateway()` of `ai` takes them, as far as they are plain data. */
export interface GatewayOptions {
  /** Default: the variable `AI_GATEWAY_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** How long what the gateway tells about models is kept. */
  metadataCacheRefreshMillis?: number | undefined;
}

export class GatewayModel extends ProviderModel {
  readonly provider = 'gateway';

  constructor(parts: ProviderModelParts | StoredModel) {
    super('gateway', parts);
  }

  static [WORKFLOW_SERIALIZE](model: GatewayModel): StoredModel {
    return model.toStored();
  }

  static [WORKFLOW_DESERIALIZE](stored: StoredModel): GatewayModel {
    return new GatewayModel(stored);
  }

  protected create(parts: WholeParts): Promise<LoadedModel> {
    return createModel(parts);
  }
}

/** A step, so that the package stays out of the bundle of workflows. */
async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createGateway } = await loadPackage('gateway', 'ai', () => import('ai'));
  return createGateway(options)(modelId);
}

/** `gateway({ apiKey })('openai/gpt-5')`, or `gateway('openai/gpt-5')` with the key of the environment. */
export const gateway = createProvider<GatewayOptions, GatewayModel>((parts) => new GatewayModel(parts));
