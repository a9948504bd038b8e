/** The view in which steps run: like the application's, and every step is registered under its id. */
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { isPassable, writeWorkflowReference } from './client-view.ts';
import { nameClosures, writeClosure } from './closures.ts';
import { methodAccess, quote } from './function-text.ts';
import { markAffixes, markFunction } from './mark-function.ts';
import type { ViewBuilder } from './view-builder.ts';

const COMPILED = 'workflow/internal/compiled';
const STEPS = 'workflow:steps';

/** Writes the step view. */
export function writeStepView(builder: ViewBuilder): void {
  const { functions } = builder.analysis;
  const steps = functions.filter(({ kind }) => kind === 'step');
  const closures = nameClosures(builder, steps);
  const register = steps.some(({ nested }) => !nested) ? defineRegister(builder) : '';
  for (const fn of functions) {
    if (fn.kind === 'workflow') writeWorkflowReference(builder, fn);
    else if (fn.nested) writeNestedStep(builder, fn, closures);
    else if (fn.form === 'class-method') registerMethod(builder, fn);
    else markFunction(builder, fn, register);
  }
}

/** A function of the view that registers a step and returns it, so that it can be called where an expression stands. */
function defineRegister(builder: ViewBuilder): string {
  const name = builder.names.pick('step');
  const registerStep = builder.import(STEPS, 'registerStep');
  const markStep = builder.import(COMPILED, 'markStep');
  builder.open(`function ${name}(id, fn) { ${registerStep}(id, fn); return ${markStep}(id, fn); }`);
  return name;
}

/** The `this` of a static method is its class, which every process has: it does not travel. */
function registerMethod(builder: ViewBuilder, fn: DirectiveFunction): void {
  const registerStep = builder.import(STEPS, 'registerStep');
  const markStep = builder.import(COMPILED, 'markStep');
  const access = methodAccess(fn.node);
  const value = fn.usesSelf && fn.node['isStatic'] === true ? `${access}.bind(this)` : access;
  const id = quote(fn.id);
  builder.edits.insert(
    fn.node.span.end,
    ` static { ${registerStep}(${id}, ${value}); ${markStep}(${id}, ${access}); }`,
  );
}

/** The step is moved out, so that it can be made from captured values; where it stood it calls what was moved. */
function writeNestedStep(builder: ViewBuilder, fn: DirectiveFunction, closures: ReadonlyMap<DirectiveFunction, string>): void {
  const registerClosure = builder.import(STEPS, 'registerClosure');
  builder.open(`${registerClosure}(${quote(fn.id)}, ${closures.get(fn)!});`);
  const inPlace = writeClosure(builder, fn, closures);
  if (!isPassable(fn)) return builder.edits.insert(fn.node.span.start, inPlace);
  const markStep = builder.import(COMPILED, 'markStep');
  if (fn.form === 'declaration') {
    builder.openBlockOf(fn, `${markStep}(${quote(fn.id)}, ${builder.declaredName(fn)});`);
    return builder.edits.insert(fn.node.span.start, inPlace);
  }
  const { before, after } = markAffixes(builder, fn, markStep);
  builder.edits.insert(fn.node.span.start, before + inPlace + after);
}
