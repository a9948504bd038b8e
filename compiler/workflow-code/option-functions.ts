/** Finds the options of steps that are functions. They belong to the step and run where it runs. */
import { type Node, child, children, eachChild, staticKey, unwrap } from '../ast.ts';
import { ownerOf } from '../globals/member-chain.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { functionOf, referenceOf } from '../analyze/scope.ts';

/** Such an option: `shouldRetry` stands in `retry`, and `label` at the step itself. */
type OptionName = 'shouldRetry' | 'label';

/** Every text with such an option matches; a backslash may begin an escape in the name. */
const MAY_HOLD_OPTION = /shouldRetry|label|\\/;

/** The function as it is written: `shouldRetry: isTransient`, or as a method. */
export interface OptionFunction {
  name: OptionName;
  /** The text to replace: the value, or the whole method. */
  node: Node;
  isMethod: boolean;
}

/**
 * The functions in `step.retry = { shouldRetry }`, `step.retry.shouldRetry = …`, `step.label = …` and
 * `Object.assign(step, { retry: { shouldRetry }, label })`.
 */
export function findOptionFunctions({ file, functions, items }: ModuleAnalysis): OptionFunction[] {
  if (!MAY_HOLD_OPTION.test(file.code)) return [];
  const steps = new Set(functions.filter(({ kind }) => kind === 'step').map(({ node }) => node));
  if (steps.size === 0) return [];
  const found: OptionFunction[] = [];
  function look(node: Node): void {
    const options = optionsOf(node, (subject) => isStep(subject, steps));
    if (options) collect(options, { isOfStep: true, found });
    eachChild(node, look);
  }
  items.forEach(look);
  return found;
}

/** The options in a statement: the assignment, or the object that is assigned to the step. */
function optionsOf(node: Node, isSubject: (node: Node) => boolean): Node | null {
  if (node.type === 'AssignmentExpression') {
    const target = unwrap(child(node, 'left')!);
    return target.type === 'MemberExpression' && isSubject(ownerOf(target)) ? node : null;
  }
  if (node.type !== 'CallExpression') return null;
  const callee = child(node, 'callee')!;
  const [first, ...others] = children(node, 'arguments');
  const isAssign = callee.type === 'MemberExpression' && staticKey(child(callee, 'property')) === 'assign';
  return isAssign && first && isSubject(unwrap(first)) ? (others[0] ?? null) : null;
}

function isStep(node: Node, steps: ReadonlySet<Node>): boolean {
  const binding = referenceOf(node)?.binding;
  return steps.has((binding && functionOf(binding)) ?? node);
}

interface Collected {
  /** These are properties of the step itself, and not of an object in one of them. */
  isOfStep: boolean;
  found: OptionFunction[];
}

function collect(options: Node, { isOfStep, found }: Collected): void {
  const value = unwrap(options);
  switch (value.type) {
    case 'AssignmentExpression': {
      const right = child(value, 'right')!;
      const target = unwrap(child(value, 'left')!);
      const owner = child(target, 'object');
      const name = optionNameOf(
        child(target, 'property'),
        isOfStep && owner !== null && unwrap(owner) === ownerOf(target),
      );
      if (name) found.push({ name, node: right, isMethod: false });
      return collect(right, { isOfStep: false, found });
    }
    case 'ObjectExpression':
      return children(value, 'properties').forEach((property) => collectProperty(property, { isOfStep, found }));
  }
}

function collectProperty(property: Node, { isOfStep, found }: Collected): void {
  const value = child(property, 'value');
  const name = optionNameOf(child(property, 'key'), isOfStep);
  if (!name) {
    if (value) collect(value, { isOfStep: false, found });
  } else if (property.type === 'MethodProperty') found.push({ name, node: property, isMethod: true });
  else if (property.type === 'KeyValueProperty') found.push({ name, node: value!, isMethod: false });
}

/** A `label` elsewhere is data of the user's own. */
function optionNameOf(key: Node | null, isOfStep: boolean): OptionName | null {
  const name = staticKey(key);
  return name === 'shouldRetry' || (name === 'label' && isOfStep) ? name : null;
}
