/**
 * Compiles JSX that a `tsconfig.json` leaves to a host's compiler (`"jsx": "preserve"`, as Next writes it): a bundle
 * cannot hold any.
 */
import type { Plugin } from 'rolldown';
import { transform } from 'rolldown/utils';
import { compilerOptionsOf } from './compiler-options.ts';

/** Elements become calls of the `jsx-runtime` that the settings name, as in the hosts that ask for it. */
export function automaticJsx(): Plugin {
  return {
    name: 'workflow:automatic-jsx',
    transform: {
      order: 'post',
      filter: { id: /\.[jt]sx$/ },
      async handler(code, path) {
        const { jsx, jsxImportSource } = compilerOptionsOf(path) ?? {};
        if (jsx !== 'preserve') return null;
        const importSource = jsxImportSource && { importSource: jsxImportSource };
        const made = await transform(path, code, { jsx: { runtime: 'automatic', ...importSource }, sourcemap: true });
        // The bundler says what is wrong with a file.
        return made.errors.length > 0 ? null : { code: made.code, map: made.map ?? null, moduleType: 'js' };
      },
    },
  };
}
