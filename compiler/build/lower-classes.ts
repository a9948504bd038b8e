/**
 * Rewrites JavaScript's decorators and `accessor` fields, which no Node runs yet and the bundler leaves as they are.
 * TypeScript's own decorators are gone before: the bundler reads the `tsconfig.json`.
 */
import { type Options, transform } from '@swc/core';
import { MagicString } from 'magic-string';
import type { Plugin, PluginContext } from 'rolldown';
import { type Node, child, children, text } from '../ast.ts';
import { type TreeNode, nodesIn } from './bundle-tree.ts';

/**
 * A line that may hold a decorator outside of comments and texts, or an `accessor`. Most code has neither and is not
 * parsed.
 */
const MAY_NEED_LOWERING = /^(?:[^\n*'"`/]*[\s=(])?@[\w$(]|\baccessor\s+[^\s=:;,.)}]/m;

const LOWERED: readonly string[] = ['Decorator', 'AccessorProperty'];

const LOWERING: Options = {
  configFile: false,
  swcrc: false,
  isModule: true,
  sourceMaps: true,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'ecmascript', decorators: true, decoratorsBeforeExport: true, autoAccessors: true },
    transform: { decoratorVersion: '2023-11' },
  },
};

/** Rewrites what is left of them in a bundle. */
export function lowerClasses(): Plugin {
  return {
    name: 'workflow:lower-classes',
    renderChunk: {
      order: 'post',
      async handler(code) {
        const nodes = MAY_NEED_LOWERING.test(code)
          ? nodesIn(this.parse(code), [...LOWERED, 'VariableDeclarator', 'AssignmentExpression'])
          : [];
        if (!nodes.some(({ type }) => LOWERED.includes(type))) return null;
        const named = nameDecorated(code, nodes);
        const inputSourceMap = named.generateMap({ hires: true }).toString();
        const lowered = await transform(named.toString(), { ...LOWERING, inputSourceMap });
        return { code: nameBeforeDecorators(lowered.code, this.parse(lowered.code)), map: lowered.map ?? null };
      },
    },
  };
}

/**
 * The bundler renames classes of one name and gives each its name back in a static block. Decorators see the class
 * before that, so the block also stands before them. It ends its line: no place in the source map moves.
 */
function nameBeforeDecorators(code: string, program: ReturnType<PluginContext['parse']>): string {
  const edited = new MagicString(code);
  for (const body of nodesIn(program, ['ClassBody'])) {
    const [first, ...others] = children(body, 'body');
    const naming = first && !isNaming(first) ? (others.find(isNaming) as TreeNode | undefined) : undefined;
    const block = naming && code.slice(naming.start, naming.end).replace(/\s+/g, ' ');
    if (block) edited.appendLeft(body.start + 1, ` ${block}`);
  }
  return edited.toString();
}

/** `static { __name(this, "Jobs"); }` */
function isNaming(member: Node): boolean {
  const [statement] = member.type === 'StaticBlock' ? children(member, 'body') : [];
  const call = statement && child(statement, 'expression');
  return call?.type === 'CallExpression' && NAMING.test(text(child(call, 'callee')!, 'name'));
}

const NAMING = /^__name(?:\$\d+)?$/;

/**
 * Gives decorated classes the names of their variables: the bundler writes `var A = @mark class {}`, or `A = …` where a
 * file is loaded on its own, and without the decorators the class would have no name.
 */
function nameDecorated(code: string, nodes: readonly Node[]): MagicString {
  const edited = new MagicString(code);
  for (const node of nodes) {
    const id = child(node, 'id') ?? child(node, 'left');
    const init = child(node, 'init') ?? child(node, 'right');
    if (init?.type !== 'ClassExpression' || child(init, 'id') || id?.type !== 'Identifier') continue;
    const last = children(init, 'decorators').at(-1) as TreeNode | undefined;
    if (last) edited.appendLeft(code.indexOf('class', last.end) + 'class'.length, ` ${text(id, 'name')}`);
  }
  return edited;
}
