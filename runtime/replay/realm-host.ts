/** The host functions a realm gets. */
import { createHash, createHmac } from 'node:crypto';
import { format } from 'node:util';
import type { WorkflowBundle } from '../contract/build.ts';
import { toUlid, type RunId } from '../contract/ids.ts';
import { besideRun } from '../contract/run-place.ts';
import type { TurnWatch } from '../contract/turn-watch.ts';
import type { RealmHost } from '../sandbox/realm-host.ts';
import { createCodec } from '../values/codec.ts';
import { createPositionMapper } from '../stacks/source-positions.ts';
import { webHost } from './web-host.ts';

/** Settings of this process that workflow code can see, and how it is watched. */
export interface RealmServices {
  /** The public address of this deployment, without a trailing slash. */
  baseUrl(): string;
  /** The beginning of the address of each webhook. Default: {@link baseUrl}. */
  webhookBaseUrl?(): string;
  /** Prints a line that a workflow logged. */
  print(level: string, text: string): void;
  /** `run`: every run has a realm of its own. Default: `bundle`, one for all runs of a bundle. */
  isolation?: 'bundle' | 'run';
  /** Is told of every turn, and so can notice one that does not end. */
  watch?: TurnWatch;
}

/** Printed values are copied, so that formatting them calls no code of a workflow. */
const codec = createCodec();

const derive = (seed: string, label: string): Buffer => createHmac('sha512', seed).update(label).digest();

/** Gives a call the same id on each replay, and another id in each run, also in a copy of this one. */
const deriveChildId = (seed: string, runId: RunId, call: number, nowMs: number): RunId =>
  besideRun(runId, `wrun_${toUlid(nowMs, derive(seed, `child:${runId}:${call}`))}` as RunId);

/** 144 bits. */
const TOKEN_LENGTH = 24;

/**
 * Makes the functions that code in the realm of `bundle` calls on the host. They take and give primitives and bytes
 * only.
 */
export function createRealmHost(bundle: WorkflowBundle, services: RealmServices): RealmHost {
  return {
    ...webHost,
    seedRandom: (seed) => new Uint32Array(new Uint8Array(derive(seed, 'random').subarray(0, 16)).buffer),
    randomBlock: (seed, index) => derive(seed, `crypto:${index}`),
    digest: (algorithm, bytes) => createHash(algorithm).update(bytes).digest(),
    hookToken: (seed, call) => derive(seed, `hook:${call}`).toString('base64url').slice(0, TOKEN_LENGTH),
    childId: deriveChildId,
    baseUrl: () => services.baseUrl(),
    webhookBaseUrl: () => services.webhookBaseUrl?.() ?? services.baseUrl(),
    mapPosition: createPositionMapper(bundle.map),
    print: (level, args) => services.print(level, format(...(codec.decode(args) as unknown[]))),
  };
}
