/**
 * The operations over HTTP: `POST …/operations/<verb>`, and `GET …/operations/openapi.json`. A token in the header is
 * the only way in. Cookies count nowhere and no header of CORS is ever sent, so no page of another site can use them.
 */
import type { RequestContext } from '../api/keep-awake.ts';
import { findOperationsToken, type OperationsToken } from '../api/operations-tokens.ts';
import { getRuntime } from '../api/runtime.ts';
import { ROUTES } from '../contract/routes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { localOperations } from '../operations/local-operations.ts';
import { toOpenApi } from '../operations/openapi.ts';
import { answerThrown, answerVerb, OperationRefusal, reply } from './execute-verb.ts';

const DOCUMENT = 'openapi.json';

/**
 * Answers a request to a path of the operations. Without tokens in the settings it is a path like any other.
 * @param pathname From the prefix of the routes on.
 * @param context The context of the request, from its host.
 */
export async function answerOperation(
  pathname: string,
  request: Request,
  context: RequestContext | undefined,
): Promise<Response> {
  const { operationsTokens } = getRuntime().settings;
  if (operationsTokens === null) return new Response(null, { status: 404 });
  const name = pathname.slice(ROUTES.operations.length + 1);
  let token: OperationsToken | null = null;
  try {
    checkMethod(request, name === DOCUMENT ? 'GET' : 'POST');
    token = findOperationsToken(operationsTokens, request.headers.get('authorization'));
    if (!token) throw new OperationRefusal(401, runtimeError('operations_token_wrong', {}), WITH_BEARER);
  } catch (thrown) {
    return answerThrown(thrown, token);
  }
  if (name === DOCUMENT) return reply(200, toOpenApi(serverOf(request)));
  return await answerVerb(name, { request, caller: token, operations: localOperations, context });
}

const WITH_BEARER = { 'WWW-Authenticate': 'Bearer' };

/** The path as callers see it, who may reach the application below another one. */
const serverOf = (request: Request): string => new URL(request.url).pathname.slice(0, -DOCUMENT.length - 1);

/** There is no answer to a browser that asks beforehand. */
function checkMethod({ method }: Request, allowed: 'GET' | 'POST'): void {
  if (method !== allowed)
    throw new OperationRefusal(405, runtimeError('request_method', { allowed }), { Allow: allowed });
}
