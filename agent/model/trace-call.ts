/** Tells OpenTelemetry of calls of models, by its conventions for generative AI, and never of what was said. */
import type { describeAttempt, recordInStep, traceInStep } from 'workflow/internal/agent';
import type { ModelCall, ModelOutcome, Usage } from '../contract/model-call.ts';
import type { AnyModel } from './guarded-model.ts';

/** The runtime's view of the span of an attempt; `workflow/internal/agent` on a host. */
export interface AttemptTracing {
  runId: string;
  describeAttempt: typeof describeAttempt;
  recordInStep: typeof recordInStep;
  traceInStep: typeof traceInStep;
}

/** A call that is about to be made. */
export interface TracedCall {
  call: ModelCall;
  model: AnyModel;
  now(): number;
}

type Facts = Record<string, string | number | boolean | string[]>;

/**
 * Calls the model in a span `chat …`. The span of the attempt is that of the agent, `invoke_agent …`: an answer may
 * wait for days between two calls, so it has no span of its own.
 */
export async function traceModelCall(
  traced: TracedCall,
  tracing: AttemptTracing,
  work: () => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
  const { call, model, now } = traced;
  if (call.telemetry?.['isEnabled'] === false) return await work();
  const agent = nameAgent(call);
  const common = { ...describeModel(model), 'gen_ai.conversation.id': tracing.runId, ...agent };
  const name = agent['gen_ai.agent.name'];
  const invoked = { 'gen_ai.operation.name': 'invoke_agent', ...common };
  tracing.describeAttempt(typeof name === 'string' ? `invoke_agent ${name}` : 'invoke_agent', invoked);
  const beganAt = now();
  const measured = { 'gen_ai.operation.name': 'chat', ...describeModel(model) };
  const attributes = { 'gen_ai.operation.name': 'chat', ...common, ...describeSettings(call) };
  const span = { name: `chat ${model.modelId}`, kind: 'client', attributes, describe: describeOutcome } as const;
  try {
    const outcome = await tracing.traceInStep(span, work);
    const answered = { ...measured, ...responseModel(outcome) };
    tracing.recordInStep('gen_ai.client.operation.duration', (now() - beganAt) / 1_000, answered);
    recordTokens(outcome.usage, answered, tracing);
    return outcome;
  } catch (error) {
    const failed = { ...measured, 'error.type': error instanceof Error ? error.name : 'Error' };
    tracing.recordInStep('gen_ai.client.operation.duration', (now() - beganAt) / 1_000, failed);
    throw error;
  }
}

/** A sub-agent has the name of its tool, and others the name that they have in the telemetry of the AI SDK. */
function nameAgent({ nested, telemetry }: ModelCall): Facts {
  const name = nested?.agent ?? telemetry?.['functionId'];
  return typeof name === 'string' ? { 'gen_ai.agent.name': name } : {};
}

/** By the first part of what the AI SDK calls a provider, such as `google` of `google.generative-ai`. */
const PROVIDERS: Record<string, string> = { google: 'gcp.gemini', xai: 'x_ai', azure: 'azure.ai.openai' };

function describeModel({ provider, modelId }: AnyModel): Facts {
  const [first = ''] = (provider ?? '').split('.');
  return { 'gen_ai.provider.name': PROVIDERS[first] ?? first, 'gen_ai.request.model': modelId };
}

/** Drops what is not known. */
const known = (facts: Record<string, Facts[string] | undefined>): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, Facts[string]] => fact[1] !== undefined && fact[1] !== ''),
  );

const describeSettings = ({ settings, responseFormat }: ModelCall): Facts =>
  known({
    'gen_ai.request.max_tokens': settings.maxOutputTokens,
    'gen_ai.request.temperature': settings.temperature,
    'gen_ai.request.top_p': settings.topP,
    'gen_ai.request.top_k': settings.topK,
    'gen_ai.request.presence_penalty': settings.presencePenalty,
    'gen_ai.request.frequency_penalty': settings.frequencyPenalty,
    'gen_ai.request.seed': settings.seed,
    'gen_ai.output.type': responseFormat?.type,
  });

const responseModel = ({ response }: ModelOutcome): Facts => known({ 'gen_ai.response.model': response.model });

const describeOutcome = (outcome: ModelOutcome): Facts => ({
  ...responseModel(outcome),
  ...known({
    'gen_ai.response.id': outcome.response.id,
    'gen_ai.response.finish_reasons': [outcome.rawFinishReason ?? outcome.finishReason],
    'gen_ai.usage.input_tokens': outcome.usage.inputTokens,
    'gen_ai.usage.output_tokens': outcome.usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': outcome.usage.cachedInputTokens,
  }),
});

function recordTokens({ inputTokens, outputTokens }: Usage, attributes: Facts, tracing: AttemptTracing): void {
  for (const [type, tokens] of Object.entries({ input: inputTokens, output: outputTokens }))
    if (tokens !== undefined)
      tracing.recordInStep('gen_ai.client.token.usage', tokens, { ...attributes, 'gen_ai.token.type': type });
}
