/** Nested steps as functions of their captured values, at the end of the module. */
import { child } from '../ast.ts';
import type { DirectiveFunction, Helper, Sibling } from '../analyze/module-analysis.ts';
import { type Affixes, asGiver, asValue, callText, capturedRecord, identifierOf } from './function-text.ts';
import type { Piece } from './edits.ts';
import type { ViewBuilder } from './view-builder.ts';

type Closures = ReadonlyMap<DirectiveFunction, string>;

/** Gives each nested step a name for its closure. */
export function nameClosures(builder: ViewBuilder, steps: readonly DirectiveFunction[]): Closures {
  const nested = steps.filter((step) => step.nested);
  return new Map(nested.map((step) => [step, builder.names.pick('closure')]));
}

/**
 * Moves a nested step into its closure.
 * @returns The text in its place: a function that reads the captured values when it is called.
 */
export function writeClosure(builder: ViewBuilder, step: DirectiveFunction, closures: Closures): string {
  const { before, after } = closureAround(builder, step, closures);
  builder.edits.moveToEnd(step.node.span, before, after);
  return inPlaceText(builder, step, callText(closures.get(step)!, [capturedRecord(step)]));
}

/** Writes an agent option into its closure, too: where it stands it may be used as it is. */
export function copyIntoClosure(builder: ViewBuilder, option: DirectiveFunction, closures: Closures): void {
  const { before, after } = closureAround(builder, option, closures);
  builder.edits.append([...before, option.node.span, after]);
}

/** The text around a step in its closure. */
function closureAround(
  builder: ViewBuilder,
  step: DirectiveFunction,
  closures: Closures,
): { before: Piece[]; after: string } {
  const self = step.captures.self ? builder.names.pick('self') : '';
  const value = closureValue(step, self);
  const inner = [
    ...step.captures.siblings.map((sibling) => siblingText(builder, sibling, { closures, self })),
    ...step.captures.helpers.flatMap(helperPieces),
  ];
  const head = callText(`\nfunction ${closures.get(step)!}`, [capturedRecord(step, self)]);
  return { before: [`${head} { `, ...inner, `return ${value.before}`], after: `${value.after}; }\n` };
}

function closureValue(step: DirectiveFunction, self: string): Affixes {
  const value = step.form === 'agent-option' ? asGiver(step) : asValue(step);
  if (!self) return value;
  return { before: `(function () { return ${value.before}`, after: `${value.after}; }).call(${self})` };
}

/** Made when it is called: two steps may call each other. */
function siblingText(
  { argsName }: ViewBuilder,
  { name, step }: Sibling,
  { closures, self }: { closures: Closures; self: string },
): string {
  const closure = callText(closures.get(step)!, [capturedRecord(step, self)]);
  return `const ${name} = (...${argsName}) => ${closure}(...${argsName}); `;
}

const helperPieces = ({ name, node }: Helper): Piece[] =>
  node.type.endsWith('Declaration') ? [node.span, ' '] : [`const ${name} = `, node.span, '; '];

function inPlaceText(builder: ViewBuilder, { form, node }: DirectiveFunction, closure: string): string {
  const key = child(node, 'key');
  if (form === 'object-getter') return `get ${builder.source(key!)}() { return ${closure}.call(this); }`;
  const args = builder.argsName;
  if (node.type === 'ArrowFunctionExpression') return `async (...${args}) => ${closure}(...${args})`;
  const head = key ? builder.source(key) : `function ${identifierOf(node)}`;
  return `async ${head}(...${args}) { return ${closure}.apply(this, ${args}); }`;
}
