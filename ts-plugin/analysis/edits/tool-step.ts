/** Turns the `execute` of a tool into a step, which may use what workflow code must not. */
import { type Node, child, contains, parentOf, takerOf } from '../../../compiler/ast.ts';
import { FUNCTION_CONTEXTS } from '../../../compiler/analyze/function-contexts.ts';
import { propertiesOf } from '../code/held-values.ts';
import { originOf } from '../code/origins.ts';
import { functionAround } from '../code/surroundings.ts';
import type { QuickFix } from '../findings/finding.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { stepEdits } from './step-edits.ts';

/** An object with `execute` and one of these is a tool. */
const OF_TOOLS = new Set(['inputSchema', 'description']);

/** The fix for a place in the `execute` of a tool. None when the tool needs the workflow. */
export function makeToolStep(project: Project, file: ProjectFile, place: Node): QuickFix[] {
  const fn = executeAround(file, place);
  const edits = fn && !needsWorkflow(project, file, fn) ? stepEdits(file, fn) : null;
  return edits ? [{ title: "Make the tool's function a step", edits, isForAll: true }] : [];
}

function executeAround(file: ProjectFile, place: Node): Node | null {
  for (let fn = functionAround(place); fn; fn = functionAround(fn)) if (isExecute(file, fn)) return fn;
  return null;
}

/** Whether a function is the `execute` of a tool, either written in the tool or named there. */
function isExecute(file: ProjectFile, fn: Node): boolean {
  if (fn.type === 'MethodProperty') return isExecuteProperty(fn);
  const { taker } = takerOf(fn);
  if (taker?.type === 'KeyValueProperty') return isExecuteProperty(taker);
  const declaration = taker?.type === 'VariableDeclarator' ? taker : fn;
  return file.bindings.references.some(({ binding, node }) => {
    if (!binding?.declarations.includes(declaration)) return false;
    const property = parentOf(node);
    return property !== undefined && isExecuteProperty(property.type === 'ObjectExpression' ? node : property);
  });
}

function isExecuteProperty(property: Node): boolean {
  const properties = propertiesOf(parentOf(property));
  const isOfTool = properties.some(({ name }) => OF_TOOLS.has(name));
  return isOfTool && properties.some(({ name, node }) => name === 'execute' && node === property);
}

/** Whether a function must stay in the workflow: steps cannot sleep or wait, and do not record steps that they call. */
function needsWorkflow(project: Project, file: ProjectFile, { span }: Node): boolean {
  return file.bindings.nodes.of('CallExpression').some((call) => {
    const origin = contains(span, call.span) ? originOf(project, file, child(call, 'callee')!) : null;
    if (origin?.kind === 'function') return origin.directive !== null;
    if (origin?.kind !== 'package' || origin.module !== 'workflow') return false;
    return FUNCTION_CONTEXTS[origin.path[0] ?? ''] === 'context_not_in_workflow';
  });
}
