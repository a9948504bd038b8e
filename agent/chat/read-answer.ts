/**
 * The chunks of an answer out of a run's stream: from an index on, until the agent has finished or waits for its user.
 */
import type { AgentChunk } from '../contract/ui-chunks.ts';
import { listHooks, type Run } from '../../runtime/entries/api.ts';
import { followRun, readRun, type RunId } from '../../runtime/entries/agent-chat.ts';
import type { AgentHookMetadata } from '../contract/control.ts';
import type { ChunkAdapter, ClientVersion } from './chunk-adapter.ts';
import { chatError } from './messages.ts';
import { isLastChunk, ResponseState } from './response-state.ts';

/** Which part of an answer is read, and for which client. */
export interface ReadAnswerOptions {
  run: Run;
  /** Index of the first chunk to send, from 0. */
  startIndex: number;
  /** The client has what came before, and goes on with it. Else the chunks begin with what was open at that index. */
  isContinued: boolean;
  /** `null`: as they are stored. */
  adapter: ChunkAdapter | null;
  clientVersion: ClientVersion | undefined;
  /** Approvals that were just answered; the run may not have noticed yet. */
  answered: ReadonlySet<string>;
  signal: AbortSignal;
}

/** Chunks that belong together. `index`: of the stored chunk that they were made of. */
export interface AnswerPart {
  index: number | null;
  chunks: AgentChunk[];
}

/** Ends when no more chunks can come for now. */
export async function* readAnswer(options: ReadAnswerOptions): AsyncGenerator<AnswerPart, void, void> {
  const { run, startIndex, adapter, signal } = options;
  const state = adapter?.state ?? new ResponseState();
  let isFresh = startIndex > 0 && !options.isContinued;
  for await (const { index, value } of followRun<AgentChunk>(run.runId as RunId, signal)) {
    const isWanted = index >= startIndex;
    if (isWanted && isFresh) {
      yield { index: null, chunks: adaptSummary(state, options.clientVersion) };
      isFresh = false;
    }
    const chunks = adapter?.adapt(value) ?? [value];
    if (!adapter) state.apply(value);
    if (isWanted) yield { index, chunks };
    else if (isFresh && index + 1 >= startIndex && !isLastChunk(value)) {
      // No chunk may come for a long time, and the run may be waiting for the user.
      yield { index: null, chunks: adaptSummary(state, options.clientVersion) };
      isFresh = false;
    } else continue;
    if (isLastChunk(value) || (await waitsForUser(state, index, options))) return;
  }
  if (!signal.aborted) yield* describeEnd(run);
}

const adaptSummary = (state: ResponseState, version: ClientVersion | undefined): AgentChunk[] =>
  // Clients of version 5 learn of approvals that are open from the data parts of their messages.
  state.summarize().filter(({ type }) => version !== 5 || type !== 'tool-approval-request');

/**
 * useChat of AI SDK 6 and 7 sends the answer to an approval when the stream has ended, and not before. Version 5 knows
 * no approvals: its pages answer by `approve()`, and the stream goes on.
 */
async function waitsForUser(state: ResponseState, index: number, options: ReadAnswerOptions): Promise<boolean> {
  const { run, clientVersion, answered } = options;
  const awaited = state.awaitedApprovals;
  if (clientVersion === 5 || awaited.length === 0 || awaited.some((id) => answered.has(id))) return false;
  // A turn of the workflow writes all of its chunks at once, so none of them is still to come.
  if ((await run.readable.getTailIndex()) > index) return false;
  const open = await findOpenApprovals(run.runId);
  return awaited.every((id) => open.has(id));
}

/**
 * Ids of approvals that readers of the stream can give. They cannot give private ones, so the stream goes on until
 * those are given.
 */
async function findOpenApprovals(runId: string): Promise<Set<string>> {
  const open = new Set<string>();
  for await (const { metadata, token } of listHooks({ runId })) {
    if ((metadata as AgentHookMetadata | undefined)?.agent === 'approval') open.add(token);
  }
  return open;
}

/** A client without an index would ask again and again. */
async function* describeEnd(run: Run): AsyncGenerator<AnswerPart, void, void> {
  const status = await run.status;
  if (status !== 'failed' && status !== 'cancelled') return;
  const { message } = chatError(status === 'failed' ? 'agent_chat_run_failed' : 'agent_chat_run_cancelled', {});
  yield { index: null, chunks: [{ type: 'error', errorText: message }] };
}

/** The index at which the agent's current answer begins; `null` when it has finished. */
export async function findAnswerStart(run: Run): Promise<number | null> {
  let begin = 0;
  let hasFinished = false;
  for await (const { index, value } of readRun<AgentChunk>(run.runId as RunId)) {
    hasFinished = isLastChunk(value);
    if (hasFinished) begin = index + 1;
  }
  return hasFinished ? null : begin;
}

/**
 * The index up to which a client has seen the stream when it has seen these requests for approval but not their
 * outcome; `null` when this stream has no such requests.
 */
export async function findAfterRequests(run: Run, approvalIds: ReadonlySet<string>): Promise<number | null> {
  const state = new ResponseState();
  const missing = new Set(approvalIds);
  let lastRequest: number | null = null;
  for await (const { index, value } of readRun<AgentChunk>(run.runId as RunId)) {
    state.apply(value);
    for (const { approvalId } of state.calls.values()) {
      if (approvalId !== undefined && missing.delete(approvalId)) lastRequest = index;
    }
    // Calls beside them had ended by then, and the client has seen that, too.
    if (missing.size === 0 && state.awaitedApprovals.length > 0) return index + 1;
  }
  return missing.size === 0 && lastRequest !== null ? lastRequest + 1 : null;
}
