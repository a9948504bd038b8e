/** `import()` of a module that is known only at run time, in workflow code. */
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { nodesIn } from './bundle-tree.ts';

/**
 * Turns every `import()` that is left in the bundle into a call of the runtime, which refuses it. The sandbox has no modules, and
 * Node would refuse with an error of the process, which leads out of the sandbox.
 */
export function refuseDynamicImports(): Plugin {
  return {
    name: 'workflow:dynamic-imports',
    renderChunk(code) {
      if (!/\bimport\s*\(/.test(code)) return null;
      const edited = new MagicString(code);
      for (const { start } of nodesIn(this.parse(code), ['ImportExpression']))
        edited.update(start, start + 'import'.length, '__workflow__.importModule');
      return { code: edited.toString(), map: edited.generateMap({ hires: true }) };
    },
  };
}
