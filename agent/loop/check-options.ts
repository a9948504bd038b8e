/** Checks the options of an agent before anything is sent. */
import type {
  Budget,
  DurableAgentOptions,
  DurableAgentStreamOptions,
  PreparedStep,
  Timeouts,
} from '../contract/options.ts';
import type { ModelSettings } from '../contract/model-call.ts';
import { parseDownloadHost } from '../contract/download-host.ts';
import { agentError } from '../contract/messages.ts';
import { isSecretHeader } from '../providers/secret-names.ts';
import { checkNames } from './option-names.ts';

interface Range {
  min: number;
  max: number;
  isWhole?: boolean;
}

const RANGES: Partial<Record<keyof ModelSettings, Range>> = {
  maxOutputTokens: { min: 1, max: Infinity, isWhole: true },
  temperature: { min: 0, max: Infinity },
  topP: { min: 0, max: 1 },
  topK: { min: 1, max: Infinity, isWhole: true },
  presencePenalty: { min: -1, max: 1 },
  frequencyPenalty: { min: -1, max: 1 },
  seed: { min: -Infinity, max: Infinity, isWhole: true },
};

/** @throws `agent_option_invalid`, `agent_telemetry_tracer`, and those of {@link checkSettings}. */
function checkCallOptions(
  options: Pick<
    DurableAgentOptions,
    keyof ModelSettings | 'maxRetries' | 'experimental_telemetry' | 'budget' | 'downloadHosts'
  >,
): void {
  checkSettings(options);
  checkNumber('maxRetries', options.maxRetries, { min: 0, max: Infinity, isWhole: true });
  if (options.experimental_telemetry?.['tracer'] !== undefined) throw agentError('agent_telemetry_tracer', {});
  checkBudget(options.budget);
  checkDownloadHosts(options.downloadHosts);
}

/** @throws `agent_option_invalid`, `agent_header_not_storable`. Warns when temperature and topP are both set. */
function checkSettings(settings: ModelSettings): void {
  for (const [option, range] of Object.entries(RANGES)) {
    checkNumber(option, settings[option as keyof ModelSettings], range);
  }
  if (settings.temperature !== undefined && settings.topP !== undefined) {
    console.warn('An agent has both "temperature" and "topP": set one of them, providers advise against both.');
  }
  const { stopSequences } = settings;
  if (stopSequences !== undefined && !(Array.isArray(stopSequences) && stopSequences.every(isText))) {
    throw invalid('stopSequences', stopSequences, 'an array of texts');
  }
  const credential = Object.keys(settings.headers ?? {}).find(isSecretHeader);
  if (credential !== undefined) throw agentError('agent_header_not_storable', { name: credential });
}

/**
 * Checks the options of an agent before it does anything.
 * @throws `agent_option_unknown`, `agent_option_invalid`, `agent_prompt_twice`, `agent_telemetry_tracer`,
 *   `agent_header_not_storable`.
 */
export function checkAgentOptions(options: DurableAgentOptions): void {
  checkNames('new DurableAgent()', options);
  checkCallOptions(options);
  if (options.system !== undefined && options.instructions !== undefined) throw agentError('agent_prompt_twice', {});
  checkNames('compaction', options.compaction);
  checkNumber('compaction.maxInputTokens', options.compaction?.maxInputTokens, { min: 1, max: Infinity });
  checkNumber('compaction.keepLast', options.compaction?.keepLast, { min: 0, max: Infinity, isWhole: true });
}

/**
 * Checks the options of `stream()` before anything is sent.
 * @throws `agent_option_unknown`, `agent_option_invalid`, and others that begin with `agent_`.
 */
export function checkStreamOptions(options: DurableAgentStreamOptions<unknown>): void {
  const { messages, writable } = options;
  checkNames('stream()', options);
  checkCallOptions(options);
  checkMessages(messages);
  if (typeof (writable as Partial<WritableStream> | undefined)?.getWriter !== 'function') {
    throw invalid('writable', writable, 'a stream of the run: getWritable()');
  }
  checkHoisted('experimental_transform', options.experimental_transform);
  checkHoisted('experimental_download', options.experimental_download);
  if (options.experimental_download !== undefined && options.downloadHosts !== undefined)
    throw invalid(
      'downloadHosts',
      options.downloadHosts,
      'left out beside "experimental_download", which decides itself',
    );
  checkNumber('maxSteps', options.maxSteps, { min: 1, max: Infinity, isWhole: true });
  const timeouts = toTimeouts(options.timeout);
  checkNames('timeout', timeouts);
  for (const [name, limit] of Object.entries(timeouts)) {
    checkNumber(`timeout.${name}`, limit, { min: 1, max: Infinity });
  }
}

/** @throws As {@link checkSettings} does, and `agent_message_invalid`. */
export function checkPreparedStep(prepared: PreparedStep): void {
  checkNames('the result of prepareStep()', prepared);
  checkSettings(prepared);
  if (prepared.messages !== undefined) checkMessages(prepared.messages);
}

function checkMessages(messages: readonly unknown[]): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalid('messages', messages, 'an array of at least one message');
  }
  for (const [index, message] of messages.entries()) checkMessage(index, message);
}

/** Whether the compiler has moved a function to the host: then it is a step. */
function checkHoisted(option: string, value: unknown): void {
  const isStuck = [value].flat().some((one) => typeof one === 'function' && !('stepId' in one));
  if (isStuck) throw agentError('agent_function_not_sendable', { option });
}

/** A number stands for the whole answer. */
export const toTimeouts = (timeout: number | Timeouts | undefined): Timeouts =>
  typeof timeout === 'number' ? { totalMs: timeout } : (timeout ?? {});

function checkBudget(budget: Budget | undefined): void {
  checkNames('budget', budget);
  checkNumber('budget.maxTokens', budget?.maxTokens, { min: 1, max: Infinity });
  checkNumber('budget.maxSteps', budget?.maxSteps, { min: 1, max: Infinity, isWhole: true });
}

function checkDownloadHosts(hosts: unknown = []): void {
  const wrong = Array.isArray(hosts) ? hosts.filter((host) => !isText(host) || !parseDownloadHost(host)) : [hosts];
  if (wrong.length > 0) throw invalid('downloadHosts', wrong[0], "a list of hosts such as 'files.example.com'");
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

function checkMessage(index: number, message: unknown): void {
  const reason = findMessageFault(message);
  if (reason !== null) throw agentError('agent_message_invalid', { index, reason });
}

/** Says why a value is not a message; `null` when it is one. */
export function findMessageFault(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return `it is ${describe(message)}`;
  const { role, content, parts } = message as Record<string, unknown>;
  if (!ROLES.has(role)) return `its role is ${describe(role)}`;
  if (parts !== undefined && content === undefined) return 'it is a message of a chat, with parts';
  return typeof content === 'string' || Array.isArray(content) ? null : `its content is ${describe(content)}`;
}

function checkNumber(option: string, value: unknown, { min, max, isWhole = false }: Range): void {
  if (value === undefined) return;
  const isInRange = typeof value === 'number' && value >= min && value <= max;
  const isRight = isInRange && (!isWhole || Number.isInteger(value) || value === Infinity);
  if (!isRight) throw invalid(option, value, describeRange(min, max, isWhole));
}

function describeRange(min: number, max: number, isWhole: boolean): string {
  const kind = isWhole ? 'a whole number' : 'a number';
  if (min === -Infinity) return kind;
  return max === Infinity ? `${kind} of at least ${min}` : `${kind} from ${min} to ${max}`;
}

const invalid = (option: string, found: unknown, expected: string): Error =>
  agentError('agent_option_invalid', { option, found: describe(found), expected });

const isText = (value: unknown): value is string => typeof value === 'string';

function describe(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === null ? 'null' : typeof value;
}
