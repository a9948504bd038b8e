/** The parameters of a function, which its callers count on, and its text without the names that it chose itself. */
import type { Parameter } from '../../runtime/contract/parameters.ts';
import { type Node, child, children, eachChild, parentOf, text } from '../ast.ts';
import { patternNames } from './pattern-names.ts';
import { type Binding, functionOf, type ModuleBindings, referenceOf } from './scope.ts';

/** The patterns of the parameters, without TypeScript's `this`. */
export function parameterPatterns(fn: Node): Node[] {
  const patterns = children(fn, 'params').map((param) => child(param, 'pat') ?? param);
  return patterns.filter((pattern) => !(pattern.type === 'Identifier' && text(pattern) === 'this'));
}

/** The parameters as a contract has them. */
export function parametersOf(fn: Node, { references, contextUses }: ModuleBindings): Parameter[] {
  const readsAll = contextUses.some(({ name, owner }) => name === 'arguments' && owner.node === fn);
  const read = new Set(references.filter(({ binding }) => isParameter(binding, fn)).map(({ name }) => name));
  return parameterPatterns(fn).map((given) => {
    const hasDefault = given.type === 'AssignmentPattern';
    const isRest = given.type === 'RestElement';
    const pattern = hasDefault ? child(given, 'left')! : isRest ? child(given, 'argument')! : given;
    return {
      ...(pattern.type === 'Identifier' ? { name: text(pattern) } : { members: membersOf(pattern) }),
      ...((hasDefault || pattern['optional'] === true) && { isOptional: true }),
      ...(isRest && { isRest }),
      ...(pattern.type === 'Identifier' && !readsAll && !read.has(text(pattern)) && { isUnused: true }),
    };
  });
}

/** The paths of the members that a pattern reads and has no default for, in alphabetical order. */
function membersOf(pattern: Node): string[] {
  const read = patternNames(pattern).filter(({ isOptional, isRest }) => !isOptional && !isRest);
  return [...new Set(read.map(({ members }) => members.map((key) => key ?? '*').join('.')))].sort();
}

/**
 * The text of a function in which numbers stand for its own name and for those of its parameters: it stays the same
 * when these are renamed.
 */
export function textWithoutNames(fn: Node, code: string): string {
  const numbers = new Map<string, number>();
  const names = new Map<Node, string>();
  const add = (node: Node, name: string): void => {
    names.set(node, isShorthand(node) ? `${text(node)}: ${name}` : name);
  };
  for (const { name, node } of parameterPatterns(fn).flatMap(patternNames)) {
    numbers.set(name, numbers.size);
    add(node, `#${numbers.get(name)}`);
  }
  const own = child(fn, 'identifier') ?? child(fn, 'key');
  if (own) names.set(own, '#');
  const visit = (node: Node): void => {
    const binding = referenceOf(node)?.binding;
    if (isParameter(binding, fn)) add(node, `#${numbers.get(binding.name)}`);
    else if (binding && functionOf(binding) === fn) add(node, '#');
    else eachChild(node, visit);
  };
  eachChild(fn, visit);
  return replaceNodes(code, fn, names);
}

const isParameter = (binding: Binding | null | undefined, fn: Node): binding is Binding =>
  binding?.kind === 'parameter' && binding.scope.node === fn;

/** `{ id }` as an object and as a pattern: the name of the member is that of the variable. */
function isShorthand(node: Node): boolean {
  const parent = parentOf(node);
  return parent?.type === 'ObjectExpression' || parent?.type === 'AssignmentPatternProperty';
}

function replaceNodes(code: string, { span }: Node, texts: ReadonlyMap<Node, string>): string {
  const pieces: string[] = [];
  let end = span.start;
  for (const [node, text] of [...texts].sort(([a], [b]) => a.span.start - b.span.start)) {
    pieces.push(code.slice(end, node.span.start), text);
    end = node.span.end;
  }
  return [...pieces, code.slice(end, span.end)].join('');
}
