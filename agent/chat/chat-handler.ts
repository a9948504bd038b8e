import { WorkflowError } from '../../runtime/entries/errors.ts';
import type { ModelMessage } from 'ai';
import { CHUNK_FORM_HEADER, CLIENT_VERSION_HEADER, TAIL_INDEX_HEADER } from '../contract/control.ts';
import { answerApproval } from './answer-approval.ts';
import type { AuthorizeContext, ChatHandlerOptions } from './chat-options.ts';
import type { ClientVersion } from './chunk-adapter.ts';
import { controlRun } from './control-run.ts';
import { type ChatRun, findRun } from './find-run.ts';
import { chatError } from './messages.ts';
import { findAnswerStart } from './read-answer.ts';
import { type ApprovalResponse, readChatBody, readJson } from './read-messages.ts';
import { allowedMethod, type ChatRoute, readRoute } from './read-route.ts';
import { sendMessages } from './send-messages.ts';
import { type ResponseForm, answerWithRun, type UIMessageResponseOptions } from './ui-message-response.ts';

/** Statuses of errors; the default is 400. */
const STATUSES: Record<string, number> = {
  agent_chat_forbidden: 403,
  agent_chat_route_unknown: 404,
  agent_chat_run_unknown: 404,
  agent_chat_approval_unknown: 404,
  agent_chat_method_invalid: 405,
  agent_chat_run_over: 409,
  agent_chat_approval_answered: 409,
  agent_chat_failed: 500,
};

/**
 * One handler for a chat with an agent, to be mounted on a route and all paths below it:
 *
 * - `POST <base>`: the messages of `useChat`. Starts a run of the workflow and answers with its stream.
 * - `GET <base>/<run or chat>/stream`: the stream again, from `?startIndex=`; 204 when the chat has no answer
 *   under way.
 * - `POST <base>/<run or chat>/approve | stop | steer | follow-up | resume`: answered with 202 when it is durable.
 *
 * Errors are JSON, `{ error: { code, message } }`.
 */
export function createChatHandler<Args extends unknown[] | [] = [{ chatId: string; messages: ModelMessage[] }]>(
  options: ChatHandlerOptions<Args>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await answer(options, request, readRoute(request));
    } catch (error) {
      return toErrorResponse(options, request, error);
    }
  };
}

async function answer<Args extends unknown[]>(
  options: ChatHandlerOptions<Args>,
  request: Request,
  route: ChatRoute,
): Promise<Response> {
  if (route.action === 'send') return await send(options, request);
  const found = await findRun(options.workflow, route.id);
  const chat = found?.chatId ?? (found ? undefined : route.id);
  const refusal = await refuse(options, {
    request,
    action: route.action,
    ...(found && { runId: found.run.runId }),
    ...(chat !== undefined && { chatId: chat }),
  });
  if (refusal) return refusal;
  if (route.action === 'stream') return await stream(options, request, { ...route, found });
  if (!found) throw chatError('agent_chat_run_unknown', {});
  if (route.action === 'approve') await answerApproval(found.run, await readApproval(request));
  else await controlRun(found.run, route.action, await readOptionalJson(request));
  return Response.json({ ok: true }, { status: 202 });
}

async function send<Args extends unknown[]>(options: ChatHandlerOptions<Args>, request: Request): Promise<Response> {
  const body = await readChatBody(request);
  const refusal = await refuse(options, { request, action: 'send', chatId: body.id });
  if (refusal) return refusal;
  const { run, startIndex, ...form } = await sendMessages(options, body, request);
  return await answerWithRun(
    run,
    { ...responseOptions(options, request), startIndex },
    { ...readForm(request), ...form },
  );
}

async function stream<Args extends unknown[]>(
  options: ChatHandlerOptions<Args>,
  request: Request,
  { id, startIndex, found }: { id: string; startIndex: number | null; found: ChatRun | null },
): Promise<Response> {
  const isChat = found?.run.runId !== id;
  if (!found) {
    if (id.startsWith('wrun_')) throw chatError('agent_chat_run_unknown', {});
    return new Response(null, { status: 204 });
  }
  const { run } = found;
  const from = startIndex ?? (isChat ? await findAnswerStart(run) : 0);
  if (from === null) return new Response(null, { status: 204 });
  const headers = from < 0 ? { [TAIL_INDEX_HEADER]: String(await run.readable.getTailIndex()) } : {};
  const isContinued = new URL(request.url).searchParams.get('continue') === 'true';
  const response = { ...responseOptions(options, request), startIndex: from, headers };
  return await answerWithRun(run, response, { ...readForm(request), isContinued });
}

function responseOptions<Args extends unknown[]>(
  { clientVersion, heartbeatMs }: ChatHandlerOptions<Args>,
  request: Request,
): UIMessageResponseOptions {
  const version = readVersion(request) ?? clientVersion;
  return { ...(version && { clientVersion: version }), ...(heartbeatMs !== undefined && { heartbeatMs }) };
}

function readVersion(request: Request): ClientVersion | undefined {
  const version = Number(request.headers.get(CLIENT_VERSION_HEADER));
  return version === 5 || version === 6 || version === 7 ? version : undefined;
}

const readForm = (request: Request): ResponseForm => ({
  isStored: request.headers.get(CHUNK_FORM_HEADER) === 'stored',
});

async function readApproval(request: Request): Promise<ApprovalResponse> {
  const expected = '"approvalId" and "approved", true or false; "reason" is text';
  const { approvalId, approved, reason } = await readJson(request, expected);
  const isReason = reason === undefined || reason === null || typeof reason === 'string';
  if (typeof approvalId !== 'string' || typeof approved !== 'boolean' || !isReason) {
    throw chatError('agent_chat_request_invalid', { expected });
  }
  return { approvalId, approved, ...(typeof reason === 'string' && { reason }) };
}

/** Stopping needs no body. */
async function readOptionalJson(request: Request): Promise<Record<string, unknown>> {
  const isEmpty = (await request.clone().text()) === '';
  return isEmpty ? {} : await readJson(request, 'an object');
}

/** `null`: go on. */
async function refuse<Args extends unknown[]>(
  { authorize }: ChatHandlerOptions<Args>,
  context: AuthorizeContext,
): Promise<Response | null> {
  const verdict = authorize ? await authorize(context) : true;
  if (verdict === true) return null;
  if (verdict instanceof Response) return verdict;
  throw chatError('agent_chat_forbidden', {});
}

function toErrorResponse<Args extends unknown[]>(
  { onError }: ChatHandlerOptions<Args>,
  request: Request,
  error: unknown,
): Response {
  const isKnown = WorkflowError.is(error) && error.code.startsWith('agent_chat_');
  if (!isKnown) (onError ?? console.error)(error);
  const { code, message } = isKnown ? error : chatError('agent_chat_failed', {});
  const status = STATUSES[code] ?? 400;
  return Response.json(
    { error: { code, message } },
    { status, headers: status === 405 ? { allow: allowedMethod(request) } : {} },
  );
}
