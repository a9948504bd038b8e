/** Keeps the tokens of hooks from those who may not have them: who has one can resume its run. */
import { MASK } from '../values/secret-names.ts';

/** Errors whose message names a token that somebody holds, or may hold again. */
const TELLING: ReadonlySet<unknown> = new Set(['hook_conflict', 'hook_disposed', 'fork_hook_taken']);
const TOKEN = /(?<=\btoken )".*"(?=(?: is held by|, which) the run | was disposed )/gs;

/** A message of an error without the token of a hook. @param code Of the error. */
export const maskMessage = (code: unknown, message: string): string =>
  TELLING.has(code) ? message.replaceAll(TOKEN, `"${MASK}"`) : message;

/** An answer of a verb without tokens: those of the hooks that it lists, and those in errors. */
export function maskTokens(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(maskTokens);
  if (typeof answer !== 'object' || answer === null) return answer;
  const { code, message } = answer as { code?: unknown; message?: unknown };
  const { kind, token } = answer as { kind?: unknown; token?: unknown };
  const isHook = token !== undefined && ('hookId' in answer || (kind === 'hook' && 'childRunId' in answer));
  return {
    ...Object.fromEntries(Object.entries(answer).map(([name, part]) => [name, maskTokens(part)])),
    ...(isHook && { token: MASK }),
    ...(typeof message === 'string' && { message: maskMessage(code, message) }),
  };
}
