/** Reports the errors of a file to a bundler, in the form that it shows with place and frame. */
import type { UnpluginContext, UnpluginContextMeta, UnpluginMessage } from 'unplugin';
import type { CompileFailure, Diagnostic } from '../diagnostics.ts';

/** A failed file, and the bundler that compiled it. */
export interface FailureReport {
  failure: CompileFailure;
  /** Text of the file. */
  code: string;
  framework: UnpluginContextMeta['framework'];
}

/** Some bundlers collect errors; the others stop at the first one. */
export function reportFailure(context: UnpluginContext, { failure, code, framework }: FailureReport): void {
  // Warnings beside errors would be shown as errors.
  const diagnostics = failure.diagnostics.filter(({ severity }) => severity === 'error');
  switch (framework) {
    case 'esbuild':
      for (const diagnostic of diagnostics) context.error(toByteMessage(diagnostic, code));
      break;
    case 'webpack':
    case 'rspack':
      for (const { text } of diagnostics) context.error(toTextMessage(text));
      break;
    default:
      context.error(toFinalMessage(diagnostics));
  }
}

/** esbuild counts columns in bytes and shows no frame for plugins, so the text holds it. */
function toByteMessage(diagnostic: Diagnostic, code: string): UnpluginMessage {
  const { file, line, column, index, message, frame } = diagnostic;
  const byteColumn = Buffer.byteLength(code.slice(index - (column - 1), index));
  return { message: `${message}\n${frame}`, id: file, loc: { file, line, column: byteColumn } };
}

/**
 * webpack and Rspack take no place from a loader, so the text holds it. An object, because a string would get our
 * stack.
 */
function toTextMessage(text: string): UnpluginMessage {
  return { message: text };
}

/** The first problem with its place and frame; the text tells of the others. */
function toFinalMessage([first, ...others]: readonly Diagnostic[]): UnpluginMessage & { frame: string } {
  const { file, line, column, message, frame, code } = first!;
  const text = [message, ...others.map((other) => other.text)].join('\n\n');
  return { message: text, id: file, loc: { file, line, column: column - 1 }, frame, code };
}
