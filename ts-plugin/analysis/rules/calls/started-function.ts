/** The arguments of `start()`: it needs a workflow, and in a workflow only options that a child can have. */
import { type Node, child, isBlock, parentOf, unwrap } from '../../../../compiler/ast.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, functionOrigin, nameOfPackage } from '../../code/call-sites.ts';
import type { CodeOrigin } from '../../code/origins.ts';
import { possibleValues, propertiesIn } from '../../code/possible-values.ts';
import { insertFirstStatement, textOf } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';

type FunctionOrigin = CodeOrigin & { kind: 'function' };

/** Reports a function that `start()` cannot start. */
export function checkStartedFunction(site: CallSite): Finding | null {
  const { project, file, args, origin } = site;
  const [started] = args;
  if (nameOfPackage(origin, 'workflow/api') !== 'start' || !started) return null;
  const fn = functionOrigin(project, file, started);
  if (!fn || fn.directive?.kind === 'workflow' || isExcused(fn)) return null;
  const found = describe(fn, textOf(file, started.span), unwrap(started) === fn.node);
  const fixes = fn.directive ? [] : makeWorkflow(fn);
  const isStep = fn.directive !== null;
  return createFinding(file, started.span, runtimeError('start_not_a_workflow', { found, isStep }), { fixes });
}

function describe({ directive }: FunctionOrigin, written: string, isInline: boolean): string {
  if (directive) return `the step "${directive.path}"`;
  return isInline ? 'a function that is written in the call' : `the function "${written}"`;
}

/** Marks of the compiler's output, which has no directives. */
const COMPILED = 'workflow/internal/compiled';

/** Whether another finding reports the mistake already, or the function was compiled before. */
function isExcused({ file, node }: FunctionOrigin): boolean {
  if (file.source.code.includes(COMPILED)) return true;
  return file.problems.some(({ index }) => node.span.start <= index && index < node.span.end);
}

/** The fix that adds the directive, for an async function at the top level. */
function makeWorkflow({ file, node }: FunctionOrigin): QuickFix[] {
  const isPlain = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
  const body = child(node, 'body');
  const isAtTop = file.bindings.scopes.get(node)?.kind === 'module';
  if (!isPlain || !isAtTop || !body || !isBlock(body) || node['async'] !== true || node['generator'] === true)
    return [];
  if (!isNamed(node)) return [];
  const edit = insertFirstStatement(file, node, "'use workflow';");
  return edit ? [{ title: "Add 'use workflow' to the function", edits: [edit], isForAll: false }] : [];
}

function isNamed(node: Node): boolean {
  return node.type === 'FunctionDeclaration' || parentOf(node)?.type === 'VariableDeclarator';
}

/** Reports options that only prevent a second start. A child is started once, also on replay. */
export function checkStartOptions(site: CallSite): Finding[] {
  const { project, contexts, file, args, node, origin } = site;
  const options = args[2];
  if (nameOfPackage(origin, 'workflow/api') !== 'start' || !options) return [];
  const objects = possibleValues(project, { file, node: options }).filter(
    (value) => value.node.type === 'ObjectExpression',
  );
  const refused = objects.flatMap(({ use, ...object }) =>
    propertiesIn(project, object)
      .filter(({ name }) => /^(?:id|onConflict)$/.test(name))
      .map(({ name, key, isSpread }) => ({
        name,
        place: unwrap(use) === object.node && !isSpread ? wholeProperty(key) : use,
      })),
  );
  if (refused.length === 0 || !contexts.isOnly(node, 'workflow')) return [];
  return refused.map(({ name, place }) =>
    createFinding(file, place.span, runtimeError('start_option_in_workflow', { option: name })),
  );
}

function wholeProperty(key: Node): Node {
  const property = parentOf(key);
  return property && property.type !== 'ObjectExpression' ? property : key;
}
