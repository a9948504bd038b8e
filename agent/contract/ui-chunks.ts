/**
 * The chunks that agents write besides those of the AI SDK. Every client version takes chunks `data-…` with `transient:
 * true`: they reach `onData` and leave no part in a message.
 */

/** A chunk of any version of the AI SDK. */
export type AgentChunk = { type: string } & Record<string, unknown>;

/**
 * Voids everything that this model step has written: the new attempt says something else. Stored once, at the beginning
 * of the new attempt; readers who begin later never see what was void. `data: { stepNumber, version }`; the version
 * tells a second new beginning from the first.
 */
export const RESET_CHUNK = 'data-workflow-reset';

/** A chunk of the provider, when `includeRawChunks` is set. `data: { stepNumber, rawValue }`. */
export const RAW_CHUNK = 'data-workflow-raw';

/** A chunk of a sub-agent. `data: { toolCallId, agent, chunk }`. */
export const NESTED_CHUNK = 'data-workflow-nested';

/**
 * `tool-approval-request` and `tool-output-denied` for AI SDK 5, whose clients refuse these. Stored with `id` (of the
 * approval), not transient. `data: { approvalId, toolCallId, toolName, input, state: 'requested' | 'approved' |
 * 'denied', reason? }`.
 */
export const APPROVAL_CHUNK = 'data-workflow-approval';

/** A message of the user that was taken up while the agent worked. `data: { message }`. Not transient. */
export const STEERED_CHUNK = 'data-workflow-steered';

/** The budget of the answer is used up, and it waits for somebody to resume it. `data: { usage }`. */
export const PAUSED_CHUNK = 'data-workflow-paused';
