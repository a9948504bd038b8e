/** `import()` and `require()` of modules that are known only at run time, in workflow code. */
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { nodesIn } from './bundle-tree.ts';

/**
 * Turns every `import()` that is left in the bundle into a call of the runtime, which refuses it, and gives a `require`
 * that does the same to CommonJS modules: they ask whether there is one before they use `module.exports`. The sandbox
 * has no modules, and Node would refuse with an error of the process, which leads out of the sandbox.
 */
export function refuseDynamicImports(): Plugin {
  return {
    name: 'workflow:dynamic-imports',
    renderChunk(code) {
      const imports = /\bimport\s*\(/.test(code) ? nodesIn(this.parse(code), ['ImportExpression']) : [];
      const requires = /\brequire\b/.test(code);
      if (imports.length === 0 && !requires) return null;
      const edited = new MagicString(code);
      for (const { start } of imports) edited.update(start, start + 'import'.length, '__workflow__.importModule');
      if (requires) edited.prepend(REQUIRE);
      return { code: edited.toString(), map: edited.generateMap({ hires: true }) };
    },
  };
}

const REQUIRE = `const require = () => __workflow__.outside('require() of a module that is known only at run time')();\n`;
