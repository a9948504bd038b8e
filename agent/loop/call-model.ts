/** Makes calls of the model: each is one step, with the retries of the agent. */
import { openStoredList } from 'workflow/internal/agent';
import { agentError } from '../contract/messages.ts';
import type { FixedCall, ModelCall, ModelOutcome } from '../contract/model-call.ts';
import { callModel } from '../model/call-model.ts';

/** Calls the model step. Parts that stay the same from call to call are stored once. */
export class ModelCaller {
  readonly #fixed = openStoredList<FixedCall>('agent-call');

  /**
   * @throws `agent_model_not_sendable`, `agent_model_not_storable`, and the error of the call when its retries are used
   * up.
   */
  async call({
    system,
    tools,
    toolChoice,
    settings,
    responseFormat,
    telemetry,
    includeRawChunks,
    sendReasoning,
    sendSources,
    timeouts,
    ...call
  }: ModelCall): Promise<ModelOutcome> {
    checkModel(call.model);
    const fixed: FixedCall = {
      tools,
      settings,
      includeRawChunks,
      sendReasoning,
      sendSources,
      timeouts,
      ...(system !== undefined && { system }),
      ...(toolChoice !== undefined && { toolChoice }),
      ...(responseFormat && { responseFormat }),
      ...(telemetry && { telemetry }),
    };
    // Read when the step is asked for, which is before this function goes on.
    (callModel as { maxRetries?: number }).maxRetries = call.maxRetries;
    return await callModel(call, this.#fixed.pick([this.#fixed.add(fixed)]));
  }
}

function checkModel(model: unknown): void {
  if (typeof model === 'function' && !('stepId' in model)) throw agentError('agent_model_not_sendable', {});
  const isInstance = typeof model === 'object' && model !== null && 'specificationVersion' in model;
  if (isInstance) throw agentError('agent_model_not_storable', {});
}
