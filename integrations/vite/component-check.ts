/** Refuses directives in components, for hosts whose Vite compiles no workflows. */
import type { UnpluginContext } from 'unplugin';
import type { Plugin } from 'vite';
import { refuseDirectives } from '../../compiler/plugin/component-file.ts';
import { reportFailure } from '../../compiler/plugin/report-failure.ts';
import { DIRECTIVE_TEXTS } from '../../compiler/directives.ts';

/** The plugin. Components have ids without a query as they are on disk. */
export function componentCheck(): Plugin {
  let rootDir = '';
  return {
    name: 'workflow:component-check',
    enforce: 'pre',
    configResolved({ root }) {
      rootDir = root;
    },
    transform: {
      order: 'pre',
      filter: { id: /^[^\0?]+\.vue$/, code: [...DIRECTIVE_TEXTS] },
      handler(code, path) {
        const failure = refuseDirectives({ path, code, rootDir });
        if (failure) reportFailure(this as unknown as UnpluginContext, { failure, code, framework: 'vite' });
      },
    },
  };
}
