/** The host functions a realm gets. */
import { createHmac } from 'node:crypto';
import { format } from 'node:util';
import type { WorkflowBundle } from '../contract/build.ts';
import type { RealmHost } from '../sandbox/realm-host.ts';
import { createCodec } from '../values/codec.ts';
import { createPositionMapper } from './source-positions.ts';
import { webHost } from './web-host.ts';

export interface RealmServices {
  /** The public address of this deployment, without a trailing slash. */
  baseUrl(): string;
  /** Prints a line that a workflow logged. */
  print(level: string, text: string): void;
}

/** What workflows print is copied, so that formatting it calls no code of theirs. */
const codec = createCodec();

const derive = (seed: string, label: string): Buffer => createHmac('sha512', seed).update(label).digest();

/** 144 bits. */
const TOKEN_LENGTH = 24;

export function createRealmHost(bundle: WorkflowBundle, services: RealmServices): RealmHost {
  return {
    ...webHost,
    seedRandom: (seed) => new Uint32Array(new Uint8Array(derive(seed, 'random').subarray(0, 16)).buffer),
    randomBlock: (seed, index) => derive(seed, `crypto:${index}`),
    hookToken: (seed, call) => derive(seed, `hook:${call}`).toString('base64url').slice(0, TOKEN_LENGTH),
    baseUrl: () => services.baseUrl(),
    mapPosition: createPositionMapper(bundle.map),
    print: (level, args) => services.print(level, format(...(codec.decode(args) as unknown[]))),
  };
}
