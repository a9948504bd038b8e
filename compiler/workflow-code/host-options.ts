/**
 * Options of steps that only the process knows: `charge.timeout = process.env.TIMEOUT`. A call without such an option
 * takes it from the registered function, so the workflow view does not need the statement.
 */
import { isBuiltin } from 'node:module';
import type { StepOptions } from '../../runtime/contract/step-options.ts';
import { type Node, child, contains, effectiveParent, parentOf, staticKey, text, unwrap } from '../ast.ts';
import { codeOutsideFunctions } from '../walk-code.ts';
import { type BoundCode, toBoundCode } from '../globals/bound-code.ts';
import { findGlobalUses } from '../globals/global-uses.ts';
import { memberAround, memberName, rootOf } from '../globals/member-chain.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { type Binding, type Reference, functionOf, referenceOf } from '../analyze/scope.ts';

/** All but `label`, whose function the workflow view leaves out anyway. */
const OPTIONS: ReadonlySet<string> = new Set([
  'maxRetries',
  'retry',
  'timeout',
  'heartbeatTimeout',
  'concurrency',
  'worker',
] satisfies (keyof StepOptions)[]);

/** Expressions that do more than give a value. */
const EFFECTS = new Set([
  'AssignmentExpression',
  'AwaitExpression',
  'TaggedTemplateExpression',
  'UpdateExpression',
  'YieldExpression',
]);

/** Functions that change none of their arguments. */
const CONVERSIONS = new Set(['Boolean', 'Math', 'Number', 'String', 'parseFloat', 'parseInt']);

/** The assignment of an option to a step of the module. */
interface OptionStatement {
  step: Binding;
  option: string;
  value: Node;
}

/**
 * The statements of a module that set such an option and that the workflow view can drop without harm: the value
 * needs something that workflows do not have, does nothing else, and nothing in the module reads the option.
 */
export function findHostOptions(analysis: ModuleAnalysis): Node[] {
  const candidates = analysis.items.filter(isOptionAssignment);
  if (candidates.length === 0) return [];
  const code = toBoundCode(analysis, analysis.file.path);
  return candidates.filter((item) => {
    const statement = readStatement(analysis, item);
    return statement && isOnlyValue(code, statement.value) && needsHost(code, statement.value) && isSetOnce(statement);
  });
}

/** Looks only at the form, because most modules have none. */
function isOptionAssignment(item: Node): boolean {
  const assignment = item.type === 'ExpressionStatement' ? child(item, 'expression') : null;
  const target = assignment?.type === 'AssignmentExpression' ? child(assignment, 'left') : null;
  return target?.type === 'MemberExpression' && OPTIONS.has(staticKey(child(target, 'property')) ?? '');
}

function readStatement({ functions }: ModuleAnalysis, item: Node): OptionStatement | null {
  const assignment = child(item, 'expression')!;
  const target = child(assignment, 'left')!;
  const step = referenceOf(unwrap(child(target, 'object')!))?.binding;
  const fn = step && functionOf(step);
  const isStep = functions.some(({ kind, node, nested }) => kind === 'step' && node === fn && !nested);
  if (!step || !isStep || assignment['operator'] !== '=') return null;
  return { step, option: staticKey(child(target, 'property'))!, value: child(assignment, 'right')! };
}

/** Functions that get a value of the module might change it, and workflows would see that. */
function isOnlyValue(code: BoundCode, value: Node): boolean {
  return codeOutsideFunctions(value).every((node) =>
    node.type === 'CallExpression' || node.type === 'NewExpression' ? isHarmless(code, node) : !EFFECTS.has(node.type),
  );
}

function isHarmless(code: BoundCode, call: Node): boolean {
  const called = referenceOf(rootOf(child(call, 'callee')!));
  if (!called || isOfModule(called)) return false;
  if (CONVERSIONS.has(called.name)) return true;
  return !code.bindings.references.some((use) => contains(call.span, use.node.span) && isOfModule(use));
}

/** True for names that the file declares, or imports from other files. */
function isOfModule({ binding }: Reference): boolean {
  return binding !== null && !isOfNode(binding);
}

/** Functions in the value do not count: they run later, or where steps run. */
function needsHost(code: BoundCode, value: Node): boolean {
  const uses = codeOutsideFunctions(value).flatMap((node) => referenceOf(node) ?? []);
  return findGlobalUses(code, uses).length > 0 || uses.some(({ binding }) => binding && isOfNode(binding));
}

/** An import of one of Node's modules. */
function isOfNode({ kind, declarations }: Binding): boolean {
  const declaration = kind === 'import' ? parentOf(declarations[0]!) : undefined;
  const source = declaration && child(declaration, 'source');
  return source ? isBuiltin(text(source)) : false;
}

/** Code that reads the option, or sets it again, needs the statement. */
function isSetOnce({ step, option }: OptionStatement): boolean {
  const names = OF_RETRIES.includes(option) ? OF_RETRIES : [option];
  return step.references.filter((use) => mayTouch(use, names)).length === 1;
}

/** Both set the same. */
const OF_RETRIES: readonly string[] = ['maxRetries', 'retry'];

/** A use of the step inside a function runs later and only calls it or passes it on. */
function mayTouch({ node, scope }: Reference, names: readonly string[]): boolean {
  const link = memberAround(node);
  if (link) {
    const name = memberName(link);
    return name === null || names.includes(name);
  }
  const user = effectiveParent(node).parent?.type ?? '';
  const isHidden = user === 'MemberExpression' || user === 'VariableDeclarator';
  return isHidden || (scope.kind === 'module' && !user.startsWith('Export'));
}
