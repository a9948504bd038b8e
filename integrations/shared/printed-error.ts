/** Errors in a form that hosts print unchanged. */
import { CompileFailure } from '../../compiler/diagnostics.ts';

/**
 * Hosts print the stack of an error. For a failed compilation only places in the user's files count, and its message
 * has them, so the result's stack is the headline and the message. Other errors are returned as they are.
 */
export function toPrintedError(error: unknown, headline: string): unknown {
  if (!(error instanceof CompileFailure)) return error;
  const { message } = error;
  return Object.assign(new Error(message), { stack: `${headline}\n\n${message}` });
}
