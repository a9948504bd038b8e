/** `import()` of what is known only at run time, in workflow code. */
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { Visitor } from 'rolldown/utils';

/**
 * Turns every `import()` that is left in the bundle into a call of the runtime, which refuses it. The sandbox has no modules, and
 * what Node says about that in its own way is an error of the process, which leads out of the sandbox.
 */
export function refuseDynamicImports(): Plugin {
  return {
    name: 'workflow:dynamic-imports',
    renderChunk(code) {
      if (!/\bimport\s*\(/.test(code)) return null;
      const edited = new MagicString(code);
      const visitor = new Visitor({
        ImportExpression({ start }) {
          edited.update(start, start + 'import'.length, '__workflow__.importModule');
        },
      });
      visitor.visit(this.parse(code));
      return { code: edited.toString(), map: edited.generateMap({ hires: true }) };
    },
  };
}
