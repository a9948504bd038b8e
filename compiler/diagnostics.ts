/** Errors and warnings about places in source files. */
import type { WorkflowError } from '../runtime/contract/errors.ts';
import { type Node, type Span, child } from './ast.ts';
import { Positions, codeFrame } from './code-frame.ts';

/** A source file under compilation. */
export interface SourceFile {
  /** Absolute path. */
  path: string;
  /** Path for people: relative to the project root, with `/`. */
  name: string;
  code: string;
  positions: Positions;
}

/** A message at a place. `text` is complete: place, message, fix, code and frame. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  fix: string | undefined;
  /** Absolute path. */
  file: string;
  line: number;
  /** Counted from 1, as editors show it. */
  column: number;
  /** Index in the source text. */
  index: number;
  /** Index behind what is meant. */
  end: number;
  frame: string;
  text: string;
  /** A comment of the code accepts it. A build says nothing of it then. */
  isAccepted?: boolean;
}

/** Makes a source file; its lines are counted only when a position is asked for. */
export function createSourceFile(options: { path: string; name: string; code: string }): SourceFile {
  return { ...options, positions: new Positions(options.code) };
}

/**
 * Places a message of the catalogue at a part of a file. An index alone means what stands there up to the end of its
 * line.
 */
export function createDiagnostic(
  file: SourceFile,
  place: Span | number,
  error: WorkflowError,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  const { start: index, end } = typeof place === 'number' ? { start: place, end: endOfLine(file.code, place) } : place;
  const position = file.positions.at(index);
  const frame = codeFrame(file.code, position);
  const column = position.column + 1;
  return {
    severity,
    code: error.code,
    message: error.message,
    fix: error.fix,
    file: file.path,
    line: position.line,
    column,
    index,
    end,
    frame,
    text: `${file.name}:${position.line}:${column}: ${error.message}\n${frame}`,
  };
}

/** A function up to its body: the part to underline when it is wrong as a whole. */
export function headOf({ code }: SourceFile, node: Node): Span {
  const { start, end } = node.span;
  const body = child(node, 'body');
  return { start, end: body ? start + code.slice(start, body.span.start).trimEnd().length : end };
}

function endOfLine(code: string, index: number): number {
  const rest = /^[^\r\n]*/.exec(code.slice(index))![0].trimEnd();
  return index + Math.max(rest.length, 1);
}

/**
 * Compilation failed. `diagnostics` holds everything that was found, in source order; `message` shows all of it.
 * `accepted` is what was found and accepted.
 */
export class CompileFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], accepted: readonly Diagnostic[] = []) {
    super(diagnostics.map(({ severity, text }) => (severity === 'error' ? text : `Warning: ${text}`)).join('\n\n'));
    this.name = 'CompileFailure';
    this.diagnostics = diagnostics;
    this.accepted = accepted;
  }
}
