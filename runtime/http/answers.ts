import type { WorkflowError } from '../contract/errors.ts';

/** An error as JSON: code and message, never a stack. */
export function answerError(status: number, error: WorkflowError, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code: error.code, message: error.message } }, { status, headers });
}
