/**
 * Keeps the names of classes whose set-up code may read them. The bundler writes `export class Shop {}` as
 * `Shop = class {}`, without the variable where nothing uses it, and a static block would then read an empty name.
 */
import { MagicString } from 'magic-string';
import type { Plugin, PluginContext } from 'rolldown';
import { type Node, child, children, eachChild, text } from '../ast.ts';
import { type TreeNode, nodesIn } from './bundle-tree.ts';
import { SOURCE_FILE } from './source-files.ts';

/** A static block or a static field with a value may be in the text. */
const STATIC = /\bstatic\b[^(;{]*[{=]/;

/** Gives such classes their names before any other of their static code runs. */
export function keepClassNames(): Plugin {
  return {
    name: 'workflow:class-names',
    transform: {
      order: 'post',
      filter: { id: SOURCE_FILE, code: STATIC },
      handler(code, path, { moduleType }) {
        const program = parse(this, code, moduleType);
        const classes =
          program === null ? [] : nodesIn(program, ['ClassDeclaration']).filter((one) => maySeeItsName(one, code));
        if (classes.length === 0) return null;
        const edited = new MagicString(code);
        for (const { id, body } of classes as (TreeNode & { id: Node; body: TreeNode })[])
          edited.appendLeft(body.start + 1, naming(text(id, 'name')));
        return { code: edited.toString(), map: edited.generateMap({ hires: true, source: path }) };
      },
    },
  };
}

/** `null` for a text with a mistake: the bundler says it. */
function parse(context: PluginContext, code: string, language: string): ReturnType<PluginContext['parse']> | null {
  try {
    return context.parse(code, { lang: language as 'js' });
  } catch {
    return null;
  }
}

/** The language does the same for a class declaration. */
const naming = (name: string): string =>
  ` static { Object.defineProperty(this, "name", { value: ${JSON.stringify(name)}, configurable: true }); }`;

/** Whether static code of the class has the class in its hands, and nothing else is the name of the class. */
function maySeeItsName(declaration: Node, code: string): boolean {
  const id = child(declaration, 'id');
  const members = children(child(declaration, 'body')!, 'body');
  if (!id || members.some(isStaticName)) return false;
  return members.some((member) => hasEffects(member, code) && mentions(member, text(id, 'name')));
}

/** A static field that is marked as pure may be dropped together with its class: nothing may keep it. */
function hasEffects(member: Node, code: string): boolean {
  if (member.type === 'StaticBlock') return true;
  const value = member['static'] === true && member.type === 'PropertyDefinition' ? child(member, 'value') : null;
  return value !== null && !code.slice((member as TreeNode).start, (value as TreeNode).start).includes('__PURE__');
}

function isStaticName(member: Node): boolean {
  if (member['static'] !== true) return false;
  const key = child(member, 'key');
  return member['computed'] === true || (key !== null && (text(key, 'name') === 'name' || text(key) === 'name'));
}

/** Whether there is a `this`, or the name. */
function mentions(node: Node, name: string): boolean {
  if (node.type === 'ThisExpression' || (node.type === 'Identifier' && text(node, 'name') === name)) return true;
  let found = false;
  eachChild(node, (inner) => (found ||= mentions(inner, name)));
  return found;
}
