/** The functions that decide whether a step is tried again: they belong to the step, and run where it runs. */
import { type Node, child, children, eachChild, staticKey, unwrap } from '../ast.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { functionOf, referenceOf } from '../analyze/scope.ts';

const RULE = 'shouldRetry';
/** Of every text with a rule; a backslash may begin an escape in its name. */
const MAY_HOLD_RULE = /shouldRetry|\\/;

/** A rule as it is written: `shouldRetry: isTransient`, or as a method. */
export interface RetryRule {
  /** What stands for the rule: the value, or the whole method. */
  node: Node;
  isMethod: boolean;
}

/** The rules in `step.retry = { shouldRetry }`, `step.retry.shouldRetry = …` and `Object.assign(step, { retry: { shouldRetry } })`. */
export function findRetryRules({ file, functions, items }: ModuleAnalysis): RetryRule[] {
  if (!MAY_HOLD_RULE.test(file.code)) return [];
  const steps = new Set(functions.filter(({ kind }) => kind === 'step').map(({ node }) => node));
  if (steps.size === 0) return [];
  const rules: RetryRule[] = [];
  function look(node: Node): void {
    const options = optionsOf(node, (subject) => isStep(subject, steps));
    if (options) collectRules(options, rules);
    eachChild(node, look);
  }
  items.forEach(look);
  return rules;
}

/** What a statement gives to a step: the assigned value, or the object that is assigned to it. */
function optionsOf(node: Node, isSubject: (node: Node) => boolean): Node | null {
  if (node.type === 'AssignmentExpression') {
    const target = unwrap(child(node, 'left')!);
    return target.type === 'MemberExpression' && isSubject(rootOf(target)) ? node : null;
  }
  if (node.type !== 'CallExpression') return null;
  const callee = child(node, 'callee')!;
  const [first, ...others] = children(node, 'arguments');
  const isAssign = callee.type === 'MemberExpression' && staticKey(child(callee, 'property')) === 'assign';
  return isAssign && first && isSubject(unwrap(first)) ? (others[0] ?? null) : null;
}

function rootOf(target: Node): Node {
  let at = target;
  while (at.type === 'MemberExpression') at = unwrap(child(at, 'object')!);
  return at;
}

function isStep(node: Node, steps: ReadonlySet<Node>): boolean {
  const binding = referenceOf(node)?.binding;
  return steps.has((binding && functionOf(binding)) ?? node);
}

function collectRules(options: Node, rules: RetryRule[]): void {
  const value = unwrap(options);
  switch (value.type) {
    case 'AssignmentExpression': {
      const right = child(value, 'right')!;
      if (staticKey(child(unwrap(child(value, 'left')!), 'property')) === RULE)
        rules.push({ node: right, isMethod: false });
      return collectRules(right, rules);
    }
    case 'ObjectExpression':
      return children(value, 'properties').forEach((property) => collectRule(property, rules));
  }
}

function collectRule(property: Node, rules: RetryRule[]): void {
  const value = child(property, 'value');
  if (staticKey(child(property, 'key')) !== RULE) {
    if (value) collectRules(value, rules);
  } else if (property.type === 'MethodProperty') rules.push({ node: property, isMethod: true });
  else if (property.type === 'KeyValueProperty') rules.push({ node: value!, isMethod: false });
}
