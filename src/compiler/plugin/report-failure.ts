/** Tells a bundler what is wrong with a file, in the form that it shows with place and frame. */
import type { UnpluginContext, UnpluginMessage } from 'unplugin';
import type { CompileFailure, Diagnostic } from '../diagnostics.ts';

export interface FailureReport {
  failure: CompileFailure;
  /** Text of the file. */
  code: string;
  /** True for bundlers that collect errors (esbuild); the others stop at the first one they are told. */
  collects: boolean;
}

export function reportFailure(context: UnpluginContext, { failure, code, collects }: FailureReport): void {
  const { diagnostics } = failure;
  if (collects) for (const diagnostic of diagnostics) context.error(toCollectedMessage(diagnostic, code));
  else context.error(toFinalMessage(diagnostics));
}

/** esbuild counts columns in bytes and shows no frame for plugins, so the text holds it. */
function toCollectedMessage(diagnostic: Diagnostic, code: string): UnpluginMessage {
  const { file, line, column, index, message, frame } = diagnostic;
  const byteColumn = Buffer.byteLength(code.slice(index - (column - 1), index));
  return { message: `${message}\n${frame}`, id: file, loc: { file, line, column: byteColumn } };
}

/** The first problem with its place and frame; the text tells of the others. */
function toFinalMessage([first, ...others]: readonly Diagnostic[]): UnpluginMessage & { frame: string } {
  const { file, line, column, message, frame, code } = first!;
  const text = [message, ...others.map((other) => other.text)].join('\n\n');
  return { message: text, id: file, loc: { file, line, column: column - 1 }, frame, code };
}
