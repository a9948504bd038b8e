/** Executes a verb for a caller who is known: whatever way the request came, the same is checked, masked and noted. */
import { actAs } from '../api/acting.ts';
import { keepAwake, type RequestContext } from '../api/keep-awake.ts';
import type { OperationsScope } from '../api/operations-tokens.ts';
import { getRuntime } from '../api/runtime.ts';
import { ROUTES } from '../contract/routes.ts';
import type { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { checkArgument } from '../operations/json-schema.ts';
import { maskMessage, maskTokens } from '../operations/masked-tokens.ts';
import type { Operations } from '../operations/operations.ts';
import { isVerbName, VERB_NAMES, VERBS, type VerbName } from '../operations/verbs.ts';
import { logOperation } from './operation-audit.ts';
import { type RefusedOperation, toRefused, UNAVAILABLE } from './operation-errors.ts';
import { readBody } from './read-body.ts';

/** As of webhooks: arguments of runs and payloads of hooks may be as large. */
const BYTES_MAX = 16 * 1024 * 1024;
/** How long a caller should wait when the store does not answer. */
const RETRY_AFTER_S = '5';

/** Who asks, and what they may do. */
export interface Caller {
  /** Whom log and journal name. */
  name: string;
  scopes: ReadonlySet<OperationsScope>;
}

/** A request for a verb, and who has sent it. */
export interface VerbRequest {
  request: Request;
  caller: Caller;
  operations: Operations;
  /** The context of the request, from its host. */
  context: RequestContext | undefined;
}

/** Says that the request goes no further. */
export class OperationRefusal extends Error {
  readonly refused: RefusedOperation;
  readonly headers: Record<string, string>;

  constructor(status: number, error: RefusedOperation['error'], headers: Record<string, string> = {}) {
    super(error.message);
    this.refused = { status, error };
    this.headers = headers;
  }
}

/** Executes the verb with this name. Never rejects. */
export async function answerVerb(name: string, ask: VerbRequest): Promise<Response> {
  try {
    if (!isVerbName(name)) throw new OperationRefusal(404, unknownVerb(name));
    return reply(200, await execute(name, ask));
  } catch (thrown) {
    return answerThrown(thrown, ask.caller);
  }
}

/** @param caller `null`: nobody who is known. */
export function answerThrown(thrown: unknown, caller: Caller | null): Response {
  const refused = thrown instanceof OperationRefusal ? thrown.refused : toRefused(thrown);
  if (!refused) getRuntime().logFailedRequest(ROUTES.operations, thrown);
  return answerRefused(refused ?? UNAVAILABLE(), caller, thrown instanceof OperationRefusal ? thrown.headers : {});
}

const unknownVerb = (found: string): WorkflowError =>
  runtimeError('operations_verb_unknown', { found: found.slice(0, 100), known: VERB_NAMES.join(', ') });

async function execute(name: VerbName, { request, caller, operations, context }: VerbRequest): Promise<unknown> {
  const { scope } = VERBS[name];
  requireScope(name, caller, scope);
  const argument = await readArgument(name, request);
  if (needsValues(name, argument)) requireScope(name, caller, 'values');
  const answer = await logOperation(name, { by: caller.name, argument }, async () => {
    const act = operations[name] as (argument: object) => Promise<unknown>;
    return await actAs(caller.name, () => act(argument));
  });
  if (scope === 'act') void keepAwake(context);
  return mayHaveTokens(caller) ? answer : maskTokens(answer);
}

const needsValues = (name: VerbName, argument: object): boolean => {
  const { values } = VERBS[name];
  return values === 'always' || (values === 'asked' && (argument as { values?: boolean }).values === true);
};

/** Who may act on runs and see their values may resume them, too. */
const mayHaveTokens = ({ scopes }: Caller): boolean => scopes.has('act') && scopes.has('values');

function requireScope(verb: VerbName, { name, scopes }: Caller, scope: OperationsScope): void {
  if (!scopes.has(scope))
    throw new OperationRefusal(403, runtimeError('operations_scope_missing', { name, verb, scope }));
}

async function readArgument(name: VerbName, request: Request): Promise<object> {
  const argument = await readJson(request);
  checkArgument(name, VERBS[name].input, argument);
  return argument as object;
}

/** Reads the body. A form of another site cannot send this content type. @throws `OperationRefusal` */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    const expected = 'of the content type application/json';
    throw new OperationRefusal(415, runtimeError('request_malformed', { expected }));
  }
  const bytes = await readBody(request, BYTES_MAX);
  if (!bytes) throw new OperationRefusal(413, runtimeError('request_too_large', { bytesMax: BYTES_MAX }));
  return parse(bytes);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new OperationRefusal(400, runtimeError('request_malformed', { expected: 'JSON' }));
  }
}

function answerRefused(
  { status, error }: RefusedOperation,
  caller: Caller | null,
  headers: Record<string, string>,
): Response {
  const { name, message, code } = error;
  const told = caller && mayHaveTokens(caller) ? message : maskMessage(code, message);
  const later = status === 503 ? { 'Retry-After': RETRY_AFTER_S } : {};
  return reply(status, { error: { name, message: told, code } }, { ...headers, ...later });
}

/** An answer that nobody keeps. */
export const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, {
    status,
    headers: { ...headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
