/** Tracks what the chunks of an answer have left open: parts, tool calls, the step. Runs on servers and in browsers. */
import { type AgentChunk, APPROVAL_CHUNK, RESET_CHUNK } from '../contract/ui-chunks.ts';

/** The data of an {@link APPROVAL_CHUNK}. */
export interface ApprovalData {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  input: unknown;
  state: 'requested' | 'approved' | 'denied';
  reason?: string;
}

interface OpenPart {
  kind: 'text' | 'reasoning';
  id: string;
  text: string;
  start: AgentChunk;
}

interface OpenCall {
  /** The input is being written; it is there; somebody was asked for approval. */
  state: 'input' | 'called' | 'asked';
  toolCallId: string;
  toolName: string;
  inputText: string;
  input: unknown;
  /** `tool-input-start` or `tool-input-available`. */
  begin: AgentChunk;
  approvalId?: string;
}

/** The data of an {@link APPROVAL_CHUNK}. The caller has checked the type of the chunk. */
export const approvalOf = (chunk: AgentChunk): ApprovalData => chunk['data'] as ApprovalData;

/** True for the last chunk of an answer. */
export const isLastChunk = (chunk: AgentChunk): boolean => chunk.type === 'finish' || chunk.type === 'abort';

/** Follows the chunks of an answer and knows what they have left open. Feed it every chunk, in order. */
export class ResponseState {
  isStepOpen = false;
  readonly parts = new Map<string, OpenPart>();
  /** Calls without a result. */
  readonly calls = new Map<string, OpenCall>();
  #start: AgentChunk | null = null;

  /** Ids of the approvals that the answer waits for. Empty when it can go on without them. */
  get awaitedApprovals(): string[] {
    const calls = [...this.calls.values()].filter(({ begin }) => begin['providerExecuted'] !== true);
    if (this.parts.size > 0 || calls.some(({ state }) => state !== 'asked')) return [];
    return calls.map(({ approvalId }) => approvalId!);
  }

  apply(chunk: AgentChunk): void {
    const id = chunk['id'] as string;
    switch (chunk.type) {
      case 'start':
        this.#begin(chunk);
        break;
      case 'start-step':
        this.isStepOpen = true;
        break;
      case 'finish-step':
        this.isStepOpen = false;
        this.parts.clear();
        break;
      case RESET_CHUNK:
      case 'reset-step':
        this.#reset();
        break;
      case 'text-start':
      case 'reasoning-start': {
        const kind = chunk.type === 'text-start' ? 'text' : 'reasoning';
        this.parts.set(`${kind}:${id}`, { kind, id, text: '', start: chunk });
        break;
      }
      case 'text-delta':
        this.#addText(`text:${id}`, chunk);
        break;
      case 'reasoning-delta':
        this.#addText(`reasoning:${id}`, chunk);
        break;
      case 'text-end':
        this.parts.delete(`text:${id}`);
        break;
      case 'reasoning-end':
        this.parts.delete(`reasoning:${id}`);
        break;
      case APPROVAL_CHUNK:
        this.#applyApproval(approvalOf(chunk));
        break;
      default:
        this.#applyToCall(chunk);
    }
  }

  /** Chunks that bring a client which has seen nothing to this state. Parts that are complete are left out. */
  summarize(): AgentChunk[] {
    return [
      ...(this.#start ? [this.#start] : []),
      ...(this.isStepOpen || this.calls.size > 0 ? [{ type: 'start-step' }] : []),
      ...[...this.calls.values()].flatMap(summarizeCall),
      ...[...this.parts.values()].flatMap(summarizePart),
    ];
  }

  #begin(chunk: AgentChunk): void {
    this.#start = chunk;
    this.isStepOpen = false;
    this.parts.clear();
    this.calls.clear();
  }

  /** The model starts its step over. Calls that wait for approval belong to earlier steps. */
  #reset(): void {
    this.isStepOpen = false;
    this.parts.clear();
    for (const [id, { state }] of this.calls) if (state !== 'asked') this.calls.delete(id);
  }

  #addText(key: string, chunk: AgentChunk): void {
    const part = this.parts.get(key);
    if (part) part.text += String(chunk['delta']);
  }

  #applyApproval({ state, toolCallId, approvalId }: ApprovalData): void {
    if (state === 'denied') this.calls.delete(toolCallId);
    else this.#answerOrAsk(toolCallId, state === 'requested' ? approvalId : null);
  }

  #answerOrAsk(toolCallId: string, approvalId: string | null): void {
    const call = this.calls.get(toolCallId);
    if (!call) return;
    const { approvalId: _, ...rest } = call;
    this.calls.set(
      toolCallId,
      approvalId === null ? { ...rest, state: 'called' } : { ...rest, state: 'asked', approvalId },
    );
  }

  #applyToCall(chunk: AgentChunk): void {
    const toolCallId = chunk['toolCallId'] as string;
    const call = this.calls.get(toolCallId);
    switch (chunk.type) {
      case 'tool-input-start':
        this.calls.set(toolCallId, { ...openCall(chunk), state: 'input' });
        break;
      case 'tool-input-delta':
        if (call) call.inputText += String(chunk['inputTextDelta']);
        break;
      case 'tool-input-available':
        this.calls.set(toolCallId, { ...openCall(chunk), state: 'called' });
        break;
      case 'tool-approval-request':
        this.#answerOrAsk(toolCallId, chunk['approvalId'] as string);
        break;
      case 'tool-approval-response':
        this.#takeResponse(chunk);
        break;
      case 'tool-output-available':
        if (chunk['preliminary'] !== true) this.calls.delete(toolCallId);
        break;
      case 'tool-input-error':
      case 'tool-output-error':
      case 'tool-output-denied':
        this.calls.delete(toolCallId);
        break;
    }
  }

  /** It names the approval, not the call. */
  #takeResponse(chunk: AgentChunk): void {
    const call = [...this.calls.values()].find(({ approvalId }) => approvalId === chunk['approvalId']);
    if (call) this.#answerOrAsk(call.toolCallId, null);
  }
}

const openCall = (begin: AgentChunk): Omit<OpenCall, 'state'> => ({
  toolCallId: begin['toolCallId'] as string,
  toolName: begin['toolName'] as string,
  inputText: '',
  input: begin['input'],
  begin,
});

function summarizeCall({ begin, state, toolCallId, inputText, approvalId }: OpenCall): AgentChunk[] {
  const delta = { type: 'tool-input-delta', toolCallId, inputTextDelta: inputText };
  const request = { type: 'tool-approval-request', toolCallId, approvalId };
  return [begin, ...(state === 'input' && inputText !== '' ? [delta] : []), ...(state === 'asked' ? [request] : [])];
}

function summarizePart({ kind, id, text, start }: OpenPart): AgentChunk[] {
  return [start, ...(text === '' ? [] : [{ type: `${kind}-delta`, id, delta: text }])];
}
