/** Modules that exist only while a bundle is made. */
import type { Plugin } from 'rolldown';

/** The entry module of a bundle. */
export const ENTRY = 'workflow:entry';

/**
 * Evaluates, for every workflow, the classes whose instances can be passed and the errors that steps may throw: a run
 * may be given one that its own code does not name.
 */
export const CLASSES = 'workflow:classes';

/** Packages that only tell the bundlers of applications where a file belongs. Frameworks have them built in. */
const MARKER = /^(?:server|client)-only$/;
const NOTHING = 'workflow:nothing';

/** Supplies modules by what imports name them: names that begin with `workflow:`. Markers are empty. */
export function virtualModules(codes: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'workflow:virtual-modules',
    resolveId: {
      order: 'pre',
      filter: { id: [/^workflow:/, MARKER] },
      handler(source) {
        if (MARKER.test(source)) return `\0${NOTHING}`;
        return codes.has(source) ? `\0${source}` : null;
      },
    },
    load: {
      filter: { id: /^\0workflow:/ },
      handler: (id) => ({ code: codes.get(id.slice(1)) ?? '', map: null, moduleSideEffects: true }),
    },
  };
}
