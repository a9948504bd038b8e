/**
 * Replaces modules in SvelteKit's production server. They are the same for every adapter, need no route in the user's
 * folders, and run before anything that SvelteKit does with a request.
 */
import { buildLoader } from '../shared/build-loader.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { StandIn } from '../shared/stand-in-modules.ts';
import type { SvelteKitProject } from './options.ts';

const SERVER = JSON.stringify(ownFile('integrations/sveltekit/sveltekit-server'));
const KIT_SERVER = /[\\/]@sveltejs[\\/]kit[\\/]src[\\/]runtime[\\/]server[\\/]\w+\.js$/;

/** The replaced modules: one gives SvelteKit the user's hooks, the other answers requests. */
export type StandInName = 'hooks' | 'respond';

/** Places of these modules in SvelteKit, for messages. */
export const STAND_IN_PLACES: Record<StandInName, string> = {
  hooks: 'get_hooks of the generated server',
  respond: 'src/runtime/server/respond.js',
};

/** The modules that replace SvelteKit's, for the build and the address of one project. */
export function createStandIns(project: SvelteKitProject): Record<StandInName, StandIn> {
  return {
    hooks: {
      // Version 3; version 2 uses an alias, which may be resolved already.
      source:
        /(?:<sveltekit:generated>|\/generated\/build)\/server\.js$|(?:__SERVER__|\/generated\/server)\/internal\.js$/,
      importer: KIT_SERVER,
      code: (original) => hooksModule(original, project),
    },
    respond: {
      source: /^\.\/respond\.js$/,
      importer: KIT_SERVER,
      code: respondModule,
    },
  };
}

/**
 * SvelteKit asks for the user's hooks once, when the server boots. By then the environment that steps may read is set,
 * and the user's `init` runs later. The build is loaded only then.
 */
function hooksModule(original: string, { outDir, base, origin }: SvelteKitProject): string {
  return `import { building } from '$app/environment';
import { get_hooks as getKitHooks } from ${JSON.stringify(original)};
import { serveBuild } from ${SERVER};
export * from ${JSON.stringify(original)};

${buildLoader(outDir)}

export async function get_hooks() {
  // SvelteKit also runs the server to see what is in it, and to render pages.
  if (!building) await serveBuild(loadBuild, ${JSON.stringify({ base, origin })});
  return await getKitHooks();
}
`;
}

function respondModule(original: string): string {
  return `import { respond as respondByKit } from ${JSON.stringify(original)};
import { answerAhead } from ${SERVER};
export * from ${JSON.stringify(original)};
export const respond = answerAhead(respondByKit);
`;
}
