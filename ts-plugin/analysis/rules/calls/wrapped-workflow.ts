/** Finds where `start()` gets a function that another one makes around a workflow. */
import { type Node, child, children, isBlock, isFunction, unwrap } from '../../../../compiler/ast.ts';
import { functionOf, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { codeOutsideFunctions } from '../../../../compiler/walk-code.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, functionOrigin, nameOfPackage } from '../../code/call-sites.ts';
import { originOf } from '../../code/origins.ts';
import { textOf } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** Reports `start(guarded)` with `const guarded = withLogging(order)`, where `withLogging` returns a new function. */
export function checkWrappedWorkflow({ project, file, args, origin }: CallSite): Finding | null {
  const [started] = args;
  if (nameOfPackage(origin, 'workflow/api') !== 'start' || !started) return null;
  const made = madeValue(project, file, started);
  const maker = made && functionOrigin(project, made.file, child(made.call, 'callee')!);
  if (!maker || maker.directive || !returnsNewFunction(maker.node)) return null;
  const inner = children(made.call, 'arguments').find(
    (argument) => functionOrigin(project, made.file, argument)?.directive?.kind === 'workflow',
  );
  if (!inner) return null;
  const wraps = textOf(made.file, inner.span);
  const by = textOf(made.file, child(made.call, 'callee')!.span);
  const found = `a function that "${by}" makes around the workflow "${wraps}"`;
  return createFinding(file, started.span, runtimeError('start_not_a_workflow', { found, wraps }), { fixes: [] });
}

/** The call that makes a value: the value itself, or that of the constant which it names. */
function madeValue(project: Project, file: ProjectFile, value: Node): { file: ProjectFile; call: Node } | null {
  const node = unwrap(value);
  if (node.type === 'CallExpression') return { file, call: node };
  const held = originOf(project, file, node);
  if (held?.kind !== 'variable' || held.path.length > 0) return null;
  const [declarator, ...others] = held.binding.declarations;
  const isConstant = others.length === 0 && held.binding.references.every(({ writes }) => !writes);
  const init = isConstant && declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  const call = init && unwrap(init);
  return call?.type === 'CallExpression' ? { file: held.file, call } : null;
}

/** True when all that a function returns is a function which is written in it. */
function returnsNewFunction(maker: Node): boolean {
  const body = child(maker, 'body');
  if (!body || maker['async'] === true || maker['generator'] === true) return false;
  if (!isBlock(body)) return isFunction(unwrap(body));
  const returned = codeOutsideFunctions(body).filter(({ type }) => type === 'ReturnStatement');
  return returned.length > 0 && returned.every((one) => isNewFunction(child(one, 'argument'), maker));
}

/** A function, or the name of one that is declared in `maker` and gets no members. */
function isNewFunction(value: Node | null, maker: Node): boolean {
  const node = value && unwrap(value);
  if (!node || isFunction(node)) return node !== null;
  const binding = node.type === 'Identifier' ? referenceOf(node)?.binding : undefined;
  const declared = binding && functionOf(binding);
  if (!declared || binding.references.length !== 1) return false;
  return declared.span.start > maker.span.start && declared.span.end < maker.span.end;
}
