/** Decorators of JavaScript, which no Node runs yet. Those of TypeScript are gone before: the bundler knows the `tsconfig.json`. */
import { type Options, transform } from '@swc/core';
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { Visitor } from 'rolldown/utils';

/** A line that may hold a decorator, which stands in no comment and in no text. Most code has none, so it is not parsed. */
const MAY_HOLD_DECORATOR = /^(?:[^\n*'"`/]*[\s=(])?@[\w$(]/m;

const LOWERING: Options = {
  configFile: false,
  swcrc: false,
  isModule: true,
  sourceMaps: true,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'ecmascript', decorators: true, decoratorsBeforeExport: true },
    transform: { decoratorVersion: '2022-03' },
  },
};

/** Rewrites the decorators that are left in a bundle. */
export function lowerDecorators(): Plugin {
  return {
    name: 'workflow:decorators',
    renderChunk: {
      order: 'post',
      async handler(code) {
        const named = MAY_HOLD_DECORATOR.test(code) ? nameDecorated(code, this.parse(code)) : null;
        if (!named) return null;
        const inputSourceMap = named.generateMap({ hires: true }).toString();
        const lowered = await transform(named.toString(), { ...LOWERING, inputSourceMap });
        return { code: lowered.code, map: lowered.map ?? null };
      },
    },
  };
}

type Program = Parameters<Visitor['visit']>[0];

/**
 * Gives decorated classes the names of their variables: the bundler writes `var A = @mark class {}`, and without the decorators
 * the class would have none. @returns `null` for code without decorators.
 */
function nameDecorated(code: string, program: Program): MagicString | null {
  const edited = new MagicString(code);
  let isDecorated = false;
  new Visitor({
    Decorator() {
      isDecorated = true;
    },
    VariableDeclarator({ id, init }) {
      if (init?.type !== 'ClassExpression' || init.id || id.type !== 'Identifier') return;
      const last = init.decorators.at(-1);
      if (last) edited.appendLeft(code.indexOf('class', last.end) + 'class'.length, ` ${id.name}`);
    },
  }).visit(program);
  return isDecorated ? edited : null;
}
