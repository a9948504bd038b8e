/** Makes the classes of errors known to the runtime, so that errors keep their class where they are caught. */
import { ERROR_CLASSES, IS_INSTANCE_OF } from '../../runtime/contract/compiled.ts';
import { type Node, child, children, text } from '../ast.ts';
import type { ErrorCode } from '../analyze/error-classes.ts';
import { PURE, quote } from './function-text.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Whose classes they are. Plain code has none but its own. */
type ErrorSide = 'host' | 'workflow';

/** Texts around a class that hand it to the runtime, and give it back. */
interface Registration {
  before: string;
  after: string;
}

/**
 * Registers classes so that bundlers can still drop those that nothing uses, with all that they need; and lets code ask
 * for classes of packages.
 * @param isKept Whether a class stays although nothing uses it.
 */
export function writeErrorClasses(
  builder: ViewBuilder,
  side: ErrorSide,
  { classes, questions }: ErrorCode,
  isKept: (node: Node) => boolean,
): void {
  const { edits } = builder;
  for (const cls of classes) {
    if (edits.isGone(cls.node.span)) continue;
    const { before, after } = registrationOf(builder, side, cls.id);
    const pure = isKept(cls.node) ? '' : PURE;
    if (cls.kind === 'declared') registerInside(builder, cls.node, { pure, before, after });
    else if (cls.kind === 'assembled') edits.insert(cls.node.span.end, `; ${before}${cls.access}${after};`);
    else if (cls.access === '') edits.wrap(cls.node.span, pure + before, after);
    else edits.wrap(cls.node.span, `${pure}(made => (${before}made${cls.access}${after}, made))(`, ')');
  }
  for (const question of questions) {
    if (!edits.isGone(question.span)) writeQuestion(builder, side, question);
  }
}

/** Without layers no import is needed for it on the host, because the same files may be for browsers as well. */
function registrationOf(builder: ViewBuilder, side: ErrorSide, id: string): Registration {
  if (side === 'workflow') {
    return { before: `${builder.import(COMPILED_MODULE, 'registerError')}(${quote(id)}, `, after: ')' };
  }
  const layer = builder.importLayer();
  const known = layer ? `${layer}.errors` : `(globalThis[Symbol.for(${quote(ERROR_CLASSES)})] ??= new Map())`;
  return { before: `(cls => (${known}.set(${quote(id)}, cls), cls))(`, after: ')' };
}

/**
 * A static field by the name of the class can be dropped together with the class; bundlers take `this` for an effect.
 * Private static fields and the decorators of TypeScript exclude each other.
 */
function registerInside(
  builder: ViewBuilder,
  node: Node,
  { pure, before, after }: Registration & { pure: string },
): void {
  const name = child(node, 'identifier');
  const register = `${before}${name ? text(name) : 'this'}${after};`;
  const isDecorated = children(node, 'decorators').length > 0;
  const field = `static #${builder.names.pick('registered')} = ${pure}${register}`;
  const member = isDecorated ? `static { ${register} }` : field;
  const last = children(node, 'body').at(-1);
  // The member before may be a field that ends without a semicolon.
  if (last) builder.edits.insert(last.span.end, `; ${member}`);
  else builder.edits.insert(node.span.end - 1, ` ${member} `);
}

/** A call in the place of the operator. */
function writeQuestion(builder: ViewBuilder, side: ErrorSide, node: Node): void {
  const onHost = `globalThis[Symbol.for(${quote(IS_INSTANCE_OF)})]`;
  const ask =
    side === 'workflow'
      ? builder.import(COMPILED_MODULE, 'isInstanceOf')
      : `((value, cls) => value instanceof cls || (${onHost}?.(value, cls) ?? false))`;
  const between = { start: child(node, 'left')!.span.end, end: child(node, 'right')!.span.start };
  builder.edits.wrap(node.span, `${ask}(`, ')');
  builder.edits.replace(between, ', ');
}
