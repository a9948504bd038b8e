/** Replaces modules of a framework with our own, each of which re-exports the original. */
import type { Plugin } from 'rolldown';

/** One module that is replaced. */
export interface StandIn {
  /** Matches the import specifier, or the path that it resolves to. */
  source: RegExp;
  /** Matches the modules that import it. The stand-in must not match: it imports the original by its path. */
  importer: RegExp;
  /** The stand-in's source. @param original Path of the original module. */
  code(original: string): string;
}

/** The replacements, by a name that messages use. */
export interface StandInOptions<Name extends string> {
  standIns(): Record<Name, StandIn>;
  /** @returns The error for a module that should be replaced but is never imported; `null`: that is allowed. */
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
        // The target of an alias has been handled already.
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
