/** Puts modules of ours in the place of modules of a framework, each of which passes on what the other one has. */
import type { Plugin } from 'rolldown';

export interface StandIn {
  /** As it is imported, or where that leads. */
  source: RegExp;
  /** Modules that import it. The stand-in is none of them: it imports what it stands for by its path. */
  importer: RegExp;
  /** What is loaded instead. @param original Path of the module itself. */
  code(original: string): string;
}

export interface StandInOptions<Name extends string> {
  standIns(): Record<Name, StandIn>;
  /** @returns What to tell the user when nobody imports a module that was to be replaced; `null`: that may be. */
  onMissing(name: Name): Error | null;
}

const PREFIX = '\0workflow:stand-in:';

/** A plugin for Rolldown, Rollup and Vite. */
export function standInModules<Name extends string>({ standIns, onMissing }: StandInOptions<Name>): Plugin {
  let byName: [Name, StandIn][] = [];
  const originals = new Map<string, string>();
  return {
    name: 'workflow:stand-ins',
    buildStart() {
      byName = Object.entries(standIns()) as [Name, StandIn][];
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer = '') {
        const found = byName.find(([, standIn]) => standIn.source.test(source) && standIn.importer.test(importer));
        if (!found) return null;
        const original = await this.resolve(source, importer, { skipSelf: true });
        if (!original) return null;
        // What an alias leads to has come by here already.
        if (original.id.startsWith(PREFIX)) return original;
        const id = PREFIX + found[0];
        originals.set(id, original.id);
        return id;
      },
    },
    load(id) {
      const original = originals.get(id);
      const found = byName.find(([name]) => id === PREFIX + name);
      return found && original !== undefined ? found[1].code(original) : null;
    },
    generateBundle() {
      for (const [name] of byName) {
        const problem = originals.has(PREFIX + name) ? null : onMissing(name);
        if (problem) this.error(problem);
      }
    },
  };
}
