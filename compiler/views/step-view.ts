/** The view in which steps run: like the application's, and every step is registered under its id. */
import { isClassForm, isGetter } from '../analyze/function-place.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { isPassable, writeWorkflowReference } from './client-view.ts';
import { copyIntoClosure, nameClosures, writeClosure } from './closures.ts';
import { memberFunction, quote } from './function-text.ts';
import { markAffixes, markDeclaration, markFunction } from './mark-function.ts';
import { COMPILED_MODULE, STEPS_MODULE, type ViewBuilder } from './view-builder.ts';

/** Writes the step view. */
export function writeStepView(builder: ViewBuilder): void {
  const { functions } = builder.analysis;
  const steps = functions.filter(({ kind }) => kind === 'step');
  const closures = nameClosures(builder, steps);
  const register = steps.some((step) => !step.nested && !isBound(step)) ? defineRegister(builder) : '';
  for (const fn of functions) {
    if (fn.kind === 'workflow') writeWorkflowReference(builder, fn);
    else if (fn.nested) writeNestedStep(builder, fn, closures);
    else if (isBound(fn)) registerBound(builder, fn);
    else markFunction(builder, fn, register);
  }
}

/** A function of the view that registers a step and returns it, so that it can be called where an expression stands. */
function defineRegister(builder: ViewBuilder): string {
  const name = builder.names.pick('step');
  const registerStep = builder.import(STEPS_MODULE, 'registerStep');
  const markStep = builder.import(COMPILED_MODULE, 'markStep');
  builder.open(`function ${name}(id, fn) { ${registerStep}(id, fn); return ${markStep}(id, fn); }`);
  return name;
}

/** The `this` of a static member is its class, which every process has: it does not travel. */
function isBound({ form, node, usesSelf }: DirectiveFunction): boolean {
  return isClassForm(form) && node['isStatic'] === true && usesSelf;
}

function registerBound(builder: ViewBuilder, fn: DirectiveFunction): void {
  const registerStep = builder.import(STEPS_MODULE, 'registerStep');
  const value = memberFunction(fn);
  const id = quote(fn.id);
  const mark = isPassable(builder, fn) ? ` ${builder.import(COMPILED_MODULE, 'markStep')}(${id}, ${value});` : '';
  // Through the prototype the options of the function are seen, also those that are set later.
  const bound = isGetter(fn.form) ? `${value}.bind(this)` : `Object.setPrototypeOf(${value}.bind(this), ${value})`;
  builder.edits.insert(fn.node.span.end, ` static { ${registerStep}(${id}, ${bound});${mark} }`);
}

/** The step is moved out, so that it can be made from captured values; where it stood it calls what was moved. */
function writeNestedStep(
  builder: ViewBuilder,
  fn: DirectiveFunction,
  closures: ReadonlyMap<DirectiveFunction, string>,
): void {
  const registerClosure = builder.import(STEPS_MODULE, 'registerClosure');
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
