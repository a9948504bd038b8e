/** The values of a file that are stored: arguments and results of steps and workflows, payloads, captured variables. */
import type { DirectiveFunction } from '../../../../compiler/analyze/module-analysis.ts';
import { type Node, child, children, contains, staticKey, text, unwrap } from '../../../../compiler/ast.ts';
import { type CallSite, nameOfPackage, type FileCode } from '../../code/call-sites.ts';
import { returnedValues, directiveAround } from '../../code/surroundings.ts';
import { textOf } from '../../edits/text-edits.ts';
import type { TypeQuestion } from '../../project/host.ts';
import type { ProjectFile } from '../../project/project.ts';

/** A value that crosses a boundary. */
export interface BoundaryValue {
  kind: 'argument' | 'result' | 'payload' | 'capture';
  /** Its expression, or the type argument that gives the type of a payload. */
  node: Node;
  of: TypeQuestion['of'];
  /** Its name in messages. */
  name: string;
  /** `step "charge"`. */
  target: string;
}

/** The stored argument of each function of this package, by its index. */
const PAYLOAD_ARGUMENTS: ReadonlyMap<string, { index: number; target: string }> = new Map([
  ['resumeHook', { index: 1, target: 'a hook' }],
]);
/** Functions of this package whose first type argument is the type of the stored values. */
const PAYLOAD_TYPES: ReadonlyMap<string, string> = new Map([
  ['createHook', 'a hook'],
  ['defineHook', 'a hook'],
  ['getWritable', 'a stream'],
]);

const HOOKS = new Set(['createHook', 'createWebhook']);

/** All stored values, in no particular order. Values in a spread are left out, because their positions are unknown. */
export function listBoundaryValues({ file, calls }: FileCode): BoundaryValue[] {
  return [
    ...calls.flatMap((site) => [...stepArguments(site), ...packageArguments(site)]),
    ...[...file.directives.values()].flatMap((found) => [...returned(file, found), ...captured(found)]),
  ];
}

/** The name of a workflow or step in messages: `step "charge"`. */
function describeTarget({ kind, path }: DirectiveFunction): string {
  return path === '' ? `this ${kind}` : `${kind} "${path}"`;
}

/** The arguments of a step. In steps and in the application a step is an ordinary function, which stores nothing. */
function stepArguments({ file, node, args, origin }: CallSite): BoundaryValue[] {
  const step = origin?.kind === 'function' && origin.directive?.kind === 'step' ? origin.directive : null;
  if (!step || directiveAround(file, node)?.kind !== 'workflow') return [];
  const parameters = children(step.node, 'params');
  const spread = spreadAt(node);
  return args.slice(0, spread).map((arg, index) => ({
    kind: 'argument',
    node: arg,
    of: 'expression',
    name: nameOf(file, arg) ?? parameterName(parameters[index]) ?? `Argument ${index + 1}`,
    target: describeTarget(step),
  }));
}

function packageArguments(site: CallSite): BoundaryValue[] {
  const { file, args, node, origin } = site;
  if (origin?.kind !== 'package' || !origin.module.startsWith('workflow')) return [];
  const name = origin.path[0] ?? '';
  if (nameOfPackage(origin, 'workflow/api') === 'start') return startArguments(file, args);
  const payload = origin.path.length === 1 ? PAYLOAD_ARGUMENTS.get(name) : undefined;
  const arg = payload && spreadAt(node) > payload.index ? args[payload.index] : undefined;
  if (payload && arg) return [toPayload(file, arg, { name: 'The payload', target: payload.target })];
  const metadata = HOOKS.has(name) && args[0] ? metadataOf(args[0]) : null;
  if (metadata)
    return [...payloadType(site, name), toPayload(file, metadata, { name: 'The metadata', target: 'a hook' })];
  return payloadType(site, name);
}

function metadataOf(options: Node): Node | null {
  const property = children(unwrap(options), 'properties').find((one) => staticKey(child(one, 'key')) === 'metadata');
  return property?.type === 'KeyValueProperty' ? child(property, 'value') : null;
}

function payloadType({ file, node }: CallSite, name: string): BoundaryValue[] {
  const stored = PAYLOAD_TYPES.get(name);
  const type = children(child(node, 'typeArguments') ?? node, 'params')[0];
  if (stored === undefined || !type) return [];
  return [{ kind: 'payload', node: type, of: 'expression', name: textOf(file, type.span), target: stored }];
}

/** The second argument of `start()` is the list of the workflow's arguments. */
function startArguments(file: ProjectFile, [workflow, list]: readonly Node[]): BoundaryValue[] {
  if (!workflow || !list) return [];
  const target = `workflow "${textOf(file, workflow.span)}"`;
  const array = unwrap(list);
  if (array.type !== 'ArrayExpression') return [toPayload(file, list, { name: 'The arguments', target })];
  return children(array, 'elements')
    .slice(0, spreadAt(array, 'elements'))
    .map((element, index) => toPayload(file, element, { name: `Argument ${index + 1}`, target }));
}

function toPayload(file: ProjectFile, node: Node, { name, target }: { name: string; target: string }): BoundaryValue {
  return { kind: 'payload', node, of: 'expression', name: nameOf(file, node) ?? name, target };
}

/** The index of the first spread. From there on the positions of arguments are unknown. */
function spreadAt(node: Node, field = 'arguments'): number {
  const items = (node[field] ?? []) as ({ spread?: unknown } | null)[];
  const index = items.findIndex((item) => item?.spread);
  return index < 0 ? items.length : index;
}

function parameterName(parameter: Node | undefined): string | null {
  const pattern = parameter && (child(parameter, 'pat') ?? parameter);
  const named = pattern?.type === 'AssignmentPattern' ? child(pattern, 'left') : pattern;
  return named?.type === 'Identifier' ? text(named) : null;
}

/** The text of a name or of a short chain of members; `null` for other expressions. */
function nameOf(file: ProjectFile, node: Node): string | null {
  const written = textOf(file, unwrap(node).span);
  return /^[\w$]+(?:\.[\w$]+){0,3}$/.test(written) && !/^\d/.test(written) ? written : null;
}

function returned(file: ProjectFile, found: DirectiveFunction): BoundaryValue[] {
  // The value of an agent's option stays on the host.
  const expressions = found.form === 'agent-option' ? [] : returnedValues(file, found.node);
  const target = describeTarget(found);
  return expressions.map((node) => ({
    kind: 'result',
    node,
    of: 'awaited expression',
    name: nameOf(file, node) ?? 'The result',
    target,
  }));
}

/** The captured variables, each at its first use in the step. */
function captured(found: DirectiveFunction): BoundaryValue[] {
  const target = describeTarget(found);
  return found.captures.values.flatMap((binding) => {
    const use = binding.references.find((reference) => contains(found.node.span, reference.node.span));
    return use ? [{ kind: 'capture', node: use.node, of: 'expression', name: binding.name, target } as const] : [];
  });
}
