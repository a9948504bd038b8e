/** The view of the application: workflows are references, and every step is registered under its id where it stands. */
import { children } from '../ast.ts';
import { isClassForm } from '../analyze/function-place.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { isPassable, writeWorkflowReference } from './client-view.ts';
import { copyIntoClosure, nameClosures, writeClosure } from './closures.ts';
import { callText, memberFunction, quote } from './function-text.ts';
import { markAffixes, markDeclaration, markFunction } from './mark-function.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Writes the application view. */
export function writeApplicationView(builder: ViewBuilder): void {
  const { functions } = builder.analysis;
  const steps = functions.filter(({ kind }) => kind === 'step');
  const closures = nameClosures(builder, steps);
  for (const fn of functions) {
    if (fn.kind === 'workflow') writeWorkflowReference(builder, fn);
    else if (fn.nested) writeNestedStep(builder, fn, closures);
    else if (isOfClass(fn)) registerMember(builder, fn);
    else markFunction(builder, fn, builder.importRegistering('registerStep'));
  }
}

/** A member that is registered with more than its function. */
function isOfClass({ form, node, usesSelf }: DirectiveFunction): boolean {
  if (!isClassForm(form)) return false;
  return children(node, 'decorators').length > 0 || (node['isStatic'] === true && usesSelf);
}

/** Calls that bring no `this`, as those of older builds do for static members, get the class. */
function registerMember(builder: ViewBuilder, fn: DirectiveFunction): void {
  const { edits } = builder;
  const registerStep = builder.importRegistering('registerStep');
  const [id, value] = [quote(fn.id), memberFunction(fn)];
  const self = fn.node['isStatic'] === true && fn.usesSelf ? 'this' : undefined;
  const plain = keepUndecorated(builder, fn);
  const call = callText(registerStep, [id, plain ? `${plain} ?? ${value}` : value, self, plain && value]);
  const isMarked = plain && isPassable(builder, fn);
  const mark = isMarked ? ` ${builder.import(COMPILED_MODULE, 'markStep')}(${id}, ${value});` : '';
  edits.insert(fn.node.span.end, ` static { ${call};${mark} }`);
}

/**
 * A decorated step is the function as it is written: the decorators stand around its call, in the workflow. One more
 * decorator keeps that function; those of TypeScript run later and have not changed it yet.
 * @returns The variable that holds it; `undefined` without decorators.
 */
function keepUndecorated(builder: ViewBuilder, { node }: DirectiveFunction): string | undefined {
  const last = children(node, 'decorators').at(-1);
  if (!last) return undefined;
  const [plain, fn, key, member] = ['plain', 'fn', 'key', 'member'].map((name) => builder.names.pick(name));
  builder.open(`let ${plain};`);
  const kept = `${member} ? (${member}.value ?? ${member}.get) : ${fn}`;
  builder.edits.insert(last.span.end, ` @((${fn}, ${key}, ${member}) => void (${plain} = ${kept}))`);
  return plain;
}

/** The step is moved out, so that it can be made from captured values; where it stood it calls what was moved. */
function writeNestedStep(
  builder: ViewBuilder,
  fn: DirectiveFunction,
  closures: ReadonlyMap<DirectiveFunction, string>,
): void {
  const registerClosure = builder.importRegistering('registerClosure');
  builder.open(`${registerClosure}(${quote(fn.id)}, ${closures.get(fn)!});`);
  if (fn.form === 'agent-option') return copyIntoClosure(builder, fn, closures);
  const inPlace = writeClosure(builder, fn, closures);
  if (!isPassable(builder, fn)) return builder.edits.insert(fn.node.span.start, inPlace);
  const markStep = builder.import(COMPILED_MODULE, 'markStep');
  if (fn.form === 'declaration') {
    builder.openBlockOf(fn, markDeclaration(builder, fn, markStep));
    return builder.edits.insert(fn.node.span.start, inPlace);
  }
  const { before, after } = markAffixes(builder, fn, markStep);
  builder.edits.insert(fn.node.span.start, before + inPlace + after);
}
