/** The two directives: how they are written, and what people write by mistake. */
import { countEdits } from '../runtime/contract/near-name.ts';
import { type Node, child, statements, text } from './ast.ts';

/** The two kinds: `'use workflow'` and `'use step'`. */
export type DirectiveKind = 'workflow' | 'step';

const KINDS: Readonly<Record<string, DirectiveKind>> = { 'use workflow': 'workflow', 'use step': 'step' };

/** Every file with a directive contains one of these texts: the cheap test before parsing. */
export const DIRECTIVE_TEXTS: readonly string[] = Object.keys(KINDS);

/** True when a file may hold a directive. It may be true without need, but is never false by mistake. */
export function mayHoldDirective(code: string): boolean {
  return DIRECTIVE_TEXTS.some((directive) => code.includes(directive));
}

/** True when a file may hold a misspelled directive: worth a parse in the folders where directives are expected. */
export function mayHoldMisspelling(code: string): boolean {
  return /['"`]\s*(?:use\W{0,3}\w|(?:workflow|step)\s*['"`]\s*(?:[;})]|$))/im.test(code);
}

/** A string statement. */
export interface StringStatement {
  node: Node;
  /** The text between the quotes as it is written. */
  written: string;
}

/** The text of a statement that is only a string in quotes, or `null`. */
export function readStringStatement(statement: Node): StringStatement | null {
  const expression = statement.type === 'ExpressionStatement' ? child(statement, 'expression') : null;
  if (expression?.type !== 'StringLiteral') return null;
  return { node: statement, written: text(expression, 'raw').slice(1, -1) };
}

/** The directive prologue: the string statements at the start of a body. */
export function readPrologue(items: readonly Node[]): StringStatement[] {
  const prologue: StringStatement[] = [];
  for (const item of items) {
    const statement = readStringStatement(item);
    if (!statement) break;
    prologue.push(statement);
  }
  return prologue;
}

/** The prologue of a function; empty for arrows without a block. */
export function functionPrologue(fn: Node): StringStatement[] {
  return readPrologue(statements(child(fn, 'body')));
}

/** Which directive a text is, or `null`. */
export function directiveKind(written: string): DirectiveKind | null {
  return Object.hasOwn(KINDS, written) ? KINDS[written]! : null;
}

const EDITS_MAX = 2;

/** The directive that a text was probably meant to be, or `null` when it is none or nothing like one. */
export function nearDirective(written: string): string | null {
  if (directiveKind(written)) return null;
  const plain = unescaped(written)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  // A string statement does nothing, so a kind without its "use" was meant to be a directive.
  if (Object.values(KINDS).some((kind) => kind === plain)) return `use ${plain}`;
  if (!plain.startsWith('us')) return null;
  return DIRECTIVE_TEXTS.find((directive) => countEdits(plain, directive) <= EDITS_MAX) ?? null;
}

function unescaped(written: string): string {
  return written
    .replace(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, ...hex: (string | undefined)[]) =>
      String.fromCodePoint(Math.min(parseInt(hex[0] ?? hex[1] ?? hex[2]!, 16), 0x10ffff)),
    )
    .replaceAll('\\', '');
}
