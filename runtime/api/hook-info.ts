import { toStepId } from '../contract/ids.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import type { HookRecord } from '../world/world.ts';

/** An active hook. */
export interface HookInfo {
  runId: string;
  /** Names the hook in the journal, where it is the `correlationId`. Unlike the token it is no secret. */
  hookId: string;
  token: string;
  createdAt: Date;
  /** True for webhooks, which have a public address. */
  isWebhook: boolean;
  /** The `metadata` of the workflow, decoded when it is read; throws if it cannot be decoded here. */
  readonly metadata: unknown;
}

/**
 * Describes a hook. Its metadata is decoded only when it is read, so that a value whose class is unknown here does not
 * break a list.
 */
export const toHookInfo = ({ runId, call, token, createdAt, webhook, metadata }: HookRecord): HookInfo => ({
  runId,
  hookId: toStepId(runId, call),
  token,
  createdAt: new Date(createdAt),
  isWebhook: webhook !== null,
  get metadata() {
    return metadata === null ? undefined : decodeValue(metadata);
  },
});
