/** What the compiler has to say about a place in a source file. */
import type { WorkflowError } from '../runtime/contract/errors.ts';
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
  frame: string;
  text: string;
}

export function createSourceFile(options: { path: string; name: string; code: string }): SourceFile {
  return { ...options, positions: new Positions(options.code) };
}

/** Places a message of the catalogue at an index of a file. */
export function createDiagnostic(
  file: SourceFile,
  index: number,
  error: WorkflowError,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
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
    frame,
    text: `${file.name}:${position.line}:${column}: ${error.message}\n${frame}`,
  };
}

/** Compilation failed. `diagnostics` holds everything that was found, in source order; `message` shows all of it. */
export class CompileFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => diagnostic.text).join('\n\n'));
    this.name = 'CompileFailure';
    this.diagnostics = diagnostics;
  }
}
