/** Errors in the output for programs. */
import type { ErrorItem } from '../../runtime/entries/operations.ts';

/** An error as JSON. */
export function toErrorItem(error: unknown): ErrorItem {
  const { name, message, code } =
    error instanceof Error
      ? (error as Error & { code?: unknown })
      : (new Error(String(error)) as Error & { code?: unknown });
  return { name, message, code: typeof code === 'string' ? code : null, at: null };
}
