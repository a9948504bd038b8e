/**
 * The errors that leave the model step. They say what the provider said, without the request: that has the prompt and
 * the key.
 */
import { createHash } from 'node:crypto';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { FatalError, RetryableError } from '../../runtime/values/step-errors.ts';
import { classifyError, type ClassifiedError } from './classify-error.ts';
import { modelError } from './messages.ts';
import { redact, type Redactions } from './redact.ts';

/** The error of the model step: a `FatalError` or a `RetryableError` with these fields. */
export interface AgentModelError extends Error {
  name: 'AgentModelError';
  code: string;
  fix?: string;
  /** Whether another attempt may succeed. */
  isRetryable: boolean;
  statusCode?: number;
  provider?: string;
  modelId?: string;
}

/** The call that failed. */
export interface FailureContext {
  /** `undefined` when there is no model yet. */
  provider: string | undefined;
  modelId: string | undefined;
  redactions: Redactions;
  /** Number of the attempt, from 1. */
  attempt: number;
  stepId: string;
  /** Wait before the first retry, where the provider asks for none; twice as long before each further one. */
  retryDelayMs: number;
  nowMs: number;
}

/** No wait that the provider did not ask for is longer. */
const DELAY_MAX_MS = 120_000;

/** The error that the step throws for what a model call failed with. */
export function toModelError(error: unknown, context: FailureContext): AgentModelError {
  const failure = classifyError(error, context.nowMs);
  const described = describe(error, failure, context);
  const { message, code, fix } = described;
  const thrown = failure.isTransient
    ? new RetryableError(message, { retryAfter: failure.retryAfterMs ?? delayMs(context) })
    : new FatalError(message);
  thrown.name = 'AgentModelError';
  const { provider, modelId } = context;
  return Object.assign(thrown, {
    code,
    isRetryable: failure.isTransient,
    ...(fix !== undefined && { fix }),
    ...(failure.statusCode !== undefined && { statusCode: failure.statusCode }),
    ...(provider !== undefined && { provider }),
    ...(modelId !== undefined && { modelId }),
  }) as unknown as AgentModelError;
}

function describe(
  error: unknown,
  { isTransient, statusCode }: ClassifiedError,
  context: FailureContext,
): WorkflowError {
  // Ours, and without anything that the provider said.
  if (WorkflowError.is(error) && error.code === 'agent_download_refused') return error;
  const { provider, modelId, redactions } = context;
  const reason = toSentence(redact(reasonOf(error), redactions));
  if (isOfPrompt(error)) return modelError('agent_prompt_invalid', { reason });
  const name = [provider, modelId].filter((part) => part !== undefined).join(':');
  const status = statusCode !== undefined && statusCode >= 400 ? ` (HTTP ${statusCode})` : '';
  if (isTransient) return modelError('agent_model_unavailable', { model: name, status, reason });
  return modelError('agent_model_refused', { model: name, status, reason, fix: fixFor(statusCode, error) });
}

/** Providers leave the end of a sentence out, and the fix comes behind it. */
const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const nameOf = (error: unknown): string => String((error as { name?: unknown } | null)?.name);

/** Errors of the AI SDK about what it was given, before it asks the model. */
const isOfPrompt = (error: unknown): boolean =>
  /^AI_(InvalidPrompt|MessageConversion|InvalidMessageRole|InvalidDataContent|Download|InvalidArgument)\w*$/.test(
    nameOf(error),
  );

/** Errors whose messages quote what was received or sent. */
const QUOTING: Readonly<Record<string, string>> = {
  AI_JSONParseError: 'it sent something that is not JSON',
  AI_TypeValidationError: 'it sent something that its client does not know',
  AI_InvalidResponseDataError: 'it sent something that its client does not know',
};

function reasonOf(error: unknown): string {
  const quoting = QUOTING[nameOf(error)];
  if (quoting !== undefined) return `${quoting}.`;
  if (typeof error === 'string') return error;
  const { message, error: inner } = (error ?? {}) as { message?: unknown; error?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return inner === undefined ? 'it did not say why.' : reasonOf(inner);
}

function fixFor(statusCode: number | undefined, error: unknown): string {
  if (statusCode === 401 || statusCode === 403 || nameOf(error) === 'AI_LoadAPIKeyError') {
    return "check the provider's API key in the environment of the process that runs the steps.";
  }
  if (statusCode === 402) return 'check the balance of the account.';
  if (statusCode === 404) return 'check the name of the model and the base URL.';
  if (statusCode === 413) return 'send less: shorten the conversation, for instance with the option "compaction".';
  return 'change what the provider complains about: settings, tools and messages must suit the model.';
}

/** Grows with the attempts; a part is left to chance, which is the same whenever the same attempt fails. */
function delayMs({ retryDelayMs, attempt, stepId }: FailureContext): number {
  const chance = createHash('sha256').update(`${stepId}/${attempt}`).digest().readUInt32BE(0) / 2 ** 32;
  const longestMs = Math.min(retryDelayMs * 2 ** (attempt - 1), DELAY_MAX_MS);
  return Math.round(longestMs * (1 - chance / 4));
}
