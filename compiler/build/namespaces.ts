/**
 * Compiles TypeScript's namespaces. The bundler makes a variable of its own of each `export let` in one, so whoever
 * changes it from outside changes nothing, and it does not know names that another part of the namespace exports.
 */
import { type Options, transform } from '@swc/core';
import type { Plugin } from 'rolldown';
import { type CompilerOptions, compilerOptionsOf } from './compiler-options.ts';

/** A namespace with values may be in the text. `declare` has none. */
const NAMESPACE = /(?<!\bdeclare\s+)\b(?:namespace|module)\s+[\p{ID_Start}$_][\p{ID_Continue}$.\s]*\{/u;

/** swc cannot rewrite JavaScript's own decorators there. */
const DECORATED_EXPORT = /(?<=(?:^|[{};])[ \t]*)(?:@.*\s+export\s+(?:abstract\s+)?class|export\s+@)/m;
const NO_DECORATORS =
  'A class that a namespace exports must not have decorators. Fix: declare it at the top level of the file.';

/**
 * Removes the types of files that have namespaces. The rest of their syntax stays as it is.
 * @param readsSettings Whether a `tsconfig.json` counts.
 */
export function compileNamespaces(readsSettings: boolean): Plugin {
  return {
    name: 'workflow:namespaces',
    transform: {
      order: 'post',
      filter: { id: /\.[cm]?tsx?$/, code: NAMESPACE },
      async handler(code, path) {
        const settings = readsSettings ? compilerOptionsOf(path) : {};
        if (!settings) return null;
        const { code: made, map } = await transform(code, { ...toOptions(path, settings), filename: path }).catch(
          (error: unknown) => {
            const place = code.search(DECORATED_EXPORT);
            if (place < 0) throw error;
            return this.error(NO_DECORATORS, place);
          },
        );
        return { code: made, map: map ?? null, moduleType: path.endsWith('x') ? 'jsx' : 'js' };
      },
    },
  };
}

function toOptions(path: string, settings: CompilerOptions): Options {
  const legacy = settings.experimentalDecorators === true;
  return {
    configFile: false,
    swcrc: false,
    isModule: true,
    sourceMaps: true,
    jsc: {
      target: 'esnext',
      parser: { syntax: 'typescript', tsx: path.endsWith('x'), decorators: true },
      transform: {
        ...(legacy
          ? { legacyDecorator: true, decoratorMetadata: settings.emitDecoratorMetadata === true }
          : { decoratorVersion: '2023-11' }),
        useDefineForClassFields: settings.useDefineForClassFields ?? true,
        verbatimModuleSyntax: settings.verbatimModuleSyntax === true,
        react: { runtime: 'preserve' },
      },
    },
  };
}
