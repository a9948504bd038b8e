import { decodeValue } from '../host-values/host-codec.ts';
import type { HookRecord } from '../world/world.ts';

/** An active hook. */
export interface HookInfo {
  runId: string;
  token: string;
  createdAt: Date;
  /** True for webhooks, which have a public address. */
  isWebhook: boolean;
  /** What the workflow passed as `metadata`; decoded when it is read, and throws then what cannot be decoded here. */
  readonly metadata: unknown;
}

/** The metadata stay encoded until somebody looks: a list must not break over one value whose class is unknown here. */
export const toHookInfo = ({ runId, token, createdAt, webhook, metadata }: HookRecord): HookInfo => ({
  runId,
  token,
  createdAt: new Date(createdAt),
  isWebhook: webhook !== null,
  get metadata() {
    return metadata === null ? undefined : decodeValue(metadata);
  },
});
