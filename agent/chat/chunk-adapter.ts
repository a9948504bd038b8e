/** Chunks as they are stored → chunks that a client of one version understands. Runs on servers and in browsers. */
import { type AgentChunk, APPROVAL_CHUNK, RESET_CHUNK } from '../contract/ui-chunks.ts';
import { approvalOf, type ApprovalData, ResponseState } from './response-state.ts';

/** Major version of a client's AI SDK. When it is unknown, only chunks that all versions understand are sent. */
export type ClientVersion = 5 | 6 | 7;

/** The error of a tool call that the model began and did not finish. Such calls are not part of the conversation. */
export const VOID_CALL_TEXT = 'The model started this step over.';
const DENIED_TEXT = 'The call was not approved.';

/** Make one for each connection and feed it all chunks that the client shows: it closes the parts that were opened. */
export class ChunkAdapter {
  readonly state = new ResponseState();
  readonly #version: ClientVersion | undefined;
  #isStepKept = false;

  constructor(version: ClientVersion | undefined) {
    this.#version = version;
  }

  adapt(chunk: AgentChunk): AgentChunk[] {
    const adapted = this.#toChunks(chunk);
    this.state.apply(chunk);
    return adapted;
  }

  #toChunks(chunk: AgentChunk): AgentChunk[] {
    switch (chunk.type) {
      case RESET_CHUNK:
        return this.#startOver();
      case 'start-step':
        return this.#startStep(chunk);
      case APPROVAL_CHUNK:
        return this.#version === 6 || this.#version === 7 ? toToolChunks(approvalOf(chunk)) : [chunk];
      case 'tool-approval-response':
        return this.#adaptResponse(chunk);
      case 'custom':
        return this.#version === 7 ? [chunk] : [];
      case 'reasoning-file':
        return [this.#version === 7 ? chunk : { ...chunk, type: 'file' }];
      case 'tool-approval-request':
        return this.#version === 5 ? [this.#toApproval(chunk, 'requested')] : [chunk];
      case 'tool-output-denied':
        return this.#version === 5 ? this.#deny(chunk) : [chunk];
      default:
        return [chunk];
    }
  }

  #startOver(): AgentChunk[] {
    if (!this.state.isStepOpen) return [];
    if (this.#version !== 7) return this.#closeAll();
    this.#isStepKept = true;
    return [{ type: 'reset-step' }];
  }

  /** `reset-step` empties the step of a message and keeps its beginning. */
  #startStep(chunk: AgentChunk): AgentChunk[] {
    const isKept = this.#isStepKept;
    this.#isStepKept = false;
    return isKept ? [] : [chunk];
  }

  #closeAll(): AgentChunk[] {
    const { parts, calls } = this.state;
    const begun = [...calls.values()].filter(({ state }) => state !== 'asked');
    return [
      ...[...parts.values()].map(({ kind, id }) => ({ type: `${kind}-end`, id })),
      ...begun.map(({ toolCallId }) => ({ type: 'tool-output-error', toolCallId, errorText: VOID_CALL_TEXT })),
    ];
  }

  #deny(chunk: AgentChunk): AgentChunk[] {
    const toolCallId = chunk['toolCallId'] as string;
    const isAsked = this.state.calls.get(toolCallId)?.approvalId !== undefined;
    const failure = { type: 'tool-output-error', toolCallId, errorText: DENIED_TEXT };
    return isAsked ? [this.#toApproval(chunk, 'denied'), failure] : [failure];
  }

  /** Clients of version 6 learn of answers from others by the outcome of the call. */
  #adaptResponse(chunk: AgentChunk): AgentChunk[] {
    if (this.#version === 7) return [chunk];
    const call = [...this.state.calls.values()].find(({ approvalId }) => approvalId === chunk['approvalId']);
    if (this.#version !== 5 || !call) return [];
    return [this.#toApproval({ ...chunk, toolCallId: call.toolCallId }, chunk['approved'] ? 'approved' : 'denied')];
  }

  #toApproval({ toolCallId, approvalId }: AgentChunk, state: ApprovalData['state']): AgentChunk {
    const call = this.state.calls.get(toolCallId as string);
    const id = approvalId ?? call?.approvalId;
    return {
      type: APPROVAL_CHUNK,
      id,
      data: { approvalId: id, toolCallId, toolName: call?.toolName, input: call?.input, state },
    };
  }
}

/** The output of the call also tells the result. */
function toToolChunks({ state, approvalId, toolCallId }: ApprovalData): AgentChunk[] {
  return state === 'requested' ? [{ type: 'tool-approval-request', approvalId, toolCallId }] : [];
}
