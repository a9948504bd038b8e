/** Refuses to work for two versions of Nitro in one project: both would serve the same routes, each with a runtime of its own. */
import type { Nitro } from 'nitro/types';
import { integrationError } from '../shared/messages.ts';
import { isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/** Whether it was version 2 that built, by root. Development servers build several times. */
const legacyByRoot = new Map<string, boolean>();

/** Has the second one fail when it begins to build, with `integration_engine_twice`. */
export function checkEngine(nitro: Nitro, { rootDir }: NitroProject): void {
  const isOwnLegacy = isLegacy(nitro);
  nitro.hooks.hook('build:before', () => {
    const known = legacyByRoot.get(rootDir) ?? isOwnLegacy;
    if (known !== isOwnLegacy) throw integrationError('integration_engine_twice', { rootDir });
    legacyByRoot.set(rootDir, isOwnLegacy);
  });
}
