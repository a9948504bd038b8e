/** Refuses two versions of Nitro in one project: both would serve the same routes, each with its own runtime. */
import type { Nitro } from 'nitro/types';
import { integrationError } from '../shared/messages.ts';
import { isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/** Whether version 2 was the builder, by root. Development servers build several times. */
const legacyByRoot = new Map<string, boolean>();

/** Makes the second one fail with `integration_engine_twice` when it begins to build. */
export function checkEngine(nitro: Nitro, { rootDir }: NitroProject): void {
  const isOwnLegacy = isLegacy(nitro);
  nitro.hooks.hook('build:before', () => {
    const known = legacyByRoot.get(rootDir) ?? isOwnLegacy;
    if (known !== isOwnLegacy) throw integrationError('integration_engine_twice', { rootDir });
    legacyByRoot.set(rootDir, isOwnLegacy);
  });
}
