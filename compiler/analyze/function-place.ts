/** The place of a function, and the `this`, `arguments` and the like that it takes from there. */
import { type Node, child, contains, eachChild, effectiveParent, isFunction, parentOf, text } from '../ast.ts';
import type { ContextUse, ModuleBindings, Scope } from './scope.ts';
import type { DirectiveFunction, FunctionForm } from './module-analysis.ts';

/** How a function is written. */
export function formOf(node: Node): FunctionForm {
  switch (node.type) {
    case 'FunctionDeclaration':
      return 'declaration';
    case 'FunctionExpression':
      return parentOf(node)?.type === 'ExportDefaultDeclaration' ? 'declaration' : 'expression';
    case 'MethodProperty':
    case 'SetterProperty':
      return 'object-method';
    case 'GetterProperty':
      return 'object-getter';
    case 'ClassMethod':
    case 'PrivateMethod':
    case 'Constructor':
      return node['kind'] === 'getter' ? 'class-getter' : 'class-method';
    default:
      return 'expression';
  }
}

/** True for all members of a class that have a body. */
export function isClassForm(form: FunctionForm): boolean {
  return form === 'class-method' || form === 'class-getter';
}

/** True for getters of classes and objects: they cannot be async, and a view calls them without parentheses. */
export function isGetter(form: FunctionForm): boolean {
  return form === 'object-getter' || form === 'class-getter';
}

/** The class of which a function is a static method or getter, or the value of a static field; otherwise `null`. */
export function staticOwner(node: Node): Node | null {
  const { parent } = effectiveParent(node);
  const isMember = isClassForm(formOf(node));
  const member = isMember ? node : parent;
  const isField = member?.type === 'ClassProperty' || member?.type === 'PrivateProperty';
  return member?.['isStatic'] === true && (isMember || isField) ? (parentOf(member) ?? null) : null;
}

/** True when a step needs the `this` of its call. A static method has its class without it. */
export function needsSelf({ node, usesSelf }: Pick<DirectiveFunction, 'node' | 'usesSelf'>): boolean {
  return usesSelf && node['isStatic'] !== true;
}

/** True when code in this scope runs once, when the module is evaluated. */
export function runsOnce(scope: Scope): boolean {
  for (let at: Scope | null = scope; at?.parent; at = at.parent) {
    if (!isClassPart(at)) return false;
  }
  return true;
}

/** Static parts of a class, and the scope that holds nothing but the own name of a class expression. */
function isClassPart({ kind, node }: Scope): boolean {
  if (kind === 'static-block') return true;
  if (kind === 'field') return node['isStatic'] === true;
  return kind === 'block' && node.type === 'ClassExpression';
}

/** True when a function is around this scope. */
export function isInFunction(scope: Scope): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) if (isFunction(at.node)) return true;
  return false;
}

/** True when a namespace is around this scope. */
export function isInNamespace(scope: Scope): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) if (at.kind === 'namespace') return true;
  return false;
}

/** Each `this`, `arguments`, `super` and `new.target` in a function: its own, and those of a function around it. */
export function contextUses(node: Node, bindings: ModuleBindings): { own: ContextUse[]; outer: ContextUse[] } {
  const own: ContextUse[] = [];
  const outer: ContextUse[] = [];
  for (const use of bindings.contextUses) {
    if (use.owner.kind === 'module' || !contains(node.span, use.node.span)) continue;
    if (use.owner.node === node) own.push(use);
    else if (!contains(node.span, use.owner.node.span)) outer.push(use);
  }
  return { own, outer };
}

/** The first private name in a function that belongs to a class around it, or `null`. */
export function outerPrivateName(node: Node): Node | null {
  const declared = new Set<string>();
  const used: Node[] = [];
  function look(at: Node): void {
    if (at.type === 'PrivateName') used.push(at);
    const member = child(at, 'key');
    if (at !== node && member?.type === 'PrivateName') declared.add(text(member));
    eachChild(at, look);
  }
  eachChild(node, look);
  return used.find((name) => !declared.has(text(name))) ?? null;
}
