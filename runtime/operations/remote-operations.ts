/** The operations of an application that serves them over HTTP. */
import { WorkflowError } from '../contract/errors.ts';
import { ROUTES } from '../contract/routes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { describeReason } from '../values/describe-value.ts';
import type { Operations } from './operations.ts';
import { VERB_NAMES } from './verbs.ts';

/** Where to ask, and as whom. */
export interface RemoteOptions {
  /** The address at which the application is mounted, such as `https://example.com/shop`. */
  url: string;
  /** One of its `WORKFLOW_OPERATIONS_TOKENS`. */
  token: string;
  /** Default: the one of this process. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Makes operations that ask an application. They reject with the errors of its answers; `operations_unreachable` and
 * `operations_not_served` when there is none. The progress of `bulk` is reported once, at its end.
 */
export function createRemoteOperations({ url, token, fetch = globalThis.fetch }: RemoteOptions): Operations {
  const base = url.replace(/\/+$/, '');
  const ask = async (verb: string, argument: object): Promise<unknown> => {
    const request = {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(argument),
      // A token goes nowhere else.
      redirect: 'manual' as const,
    };
    const response = await fetch(`${base}${ROUTES.operations}/${verb}`, request).catch((error: unknown) => {
      throw runtimeError('operations_unreachable', { url: base, reason: reasonOf(error) }, error);
    });
    return await readAnswer(base, response);
  };
  const verbs = VERB_NAMES.map((name) => [name, (argument: object = {}) => ask(name, argument)] as const);
  const remote = Object.fromEntries(verbs) as unknown as Operations;
  return {
    ...remote,
    async bulk(request, onProgress) {
      const outcome = await remote.bulk(request);
      onProgress?.({ ...outcome, failed: outcome.failed.length });
      return outcome;
    },
  };
}

async function readAnswer(url: string, response: Response): Promise<unknown> {
  const { status } = response;
  const text = await response.text().catch((error: unknown) => {
    throw runtimeError('operations_unreachable', { url, reason: reasonOf(error) }, error);
  });
  const answer = parse(text);
  if (typeof answer !== 'object' || answer === null) throw runtimeError('operations_not_served', { url, status });
  if (status === 200) return answer;
  const { name, message, code } = Object((answer as { error?: unknown }).error) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string')
    throw runtimeError('operations_not_served', { url, status });
  throw toError({ name: typeof name === 'string' ? name : 'WorkflowError', message, code });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error whose message is made of what happened, its fix and its code. */
function toError({ name, message, code }: { name: string; message: string; code: string }): WorkflowError {
  const end = ` [${code}]`;
  const said = message.endsWith(end) ? message.slice(0, -end.length) : message;
  const [, what, fix] = /^(.*?)(?: Fix: (.*))?$/s.exec(said) as unknown as [string, string, string | undefined];
  const error = new WorkflowError(what, { code, fix });
  error.name = name;
  return error;
}

/** The reason of a `fetch` that failed stands in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : describeReason(cause ?? error);
}
