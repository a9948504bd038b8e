/** `workflow/agent/providers/gateway`: models of the AI gateway, by the package `ai`. */
import '../../runtime/contract/node-version.ts';
import { WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
import { createProvider, modelOf, storeModel, type LoadedModel, type WholeParts } from './provider-model.ts';

/** As `createGateway()` of `ai` takes them, as far as they are plain data. */
export interface GatewayOptions {
  /** Default: the variable `AI_GATEWAY_API_KEY` of the environment. */
  apiKey?: string | undefined;
  baseURL?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** How long what the gateway tells about models is kept. */
  metadataCacheRefreshMillis?: number | undefined;
}

async function createModel({ modelId, options }: WholeParts): Promise<LoadedModel> {
  'use step';
  const { createGateway } = await import('ai');
  return createGateway(options)(modelId);
}

/** A model that {@link gateway} makes. */
export class GatewayModel extends modelOf({ provider: 'gateway', packageName: 'ai', create: createModel }) {
  static readonly [WORKFLOW_SERIALIZE] = storeModel;
}

/** `gateway({ apiKey })('openai/gpt-5')`, or `gateway('openai/gpt-5')` with the key of the environment. */
export const gateway = createProvider<GatewayOptions, GatewayModel>(GatewayModel);
