/** Which reply a request gets. */
import { agentTestingError } from './messages.ts';
import type { ModelRequest } from './model-request.ts';
import type { ReplySource, RepeatedReply, ScriptedReply } from './reply.ts';

/** Requests that a rule is for. A text must be part of the prompt, a pattern must match it; fields must all fit. */
export type When =
  | string
  | RegExp
  | ((request: ModelRequest) => boolean)
  | { prompt?: string | RegExp; system?: string | RegExp; model?: string | RegExp; step?: number; attempt?: number };

/**
 * The reply for requests of a kind: always the same one; or those of a list in order; one with `repeat` until it is
 * used up.
 */
export interface ScriptRule {
  when: When;
  reply: ReplySource | readonly ReplySource[];
}

/**
 * The words of the model: a list, whose n-th reply is for the n-th request; a function, which makes a reply for each
 * request; or rules, of which the first that fits is taken.
 */
export type Script =
  | readonly ReplySource[]
  | readonly ScriptRule[]
  | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>);

/** Gives each request its reply, or `undefined` when there is none for it. */
export type TakeReply = (request: ModelRequest) => ReplySource | undefined;

/** Reads a script. Whoever takes a reply off a list has used it up. */
export function readScript(script: Script): TakeReply {
  if (typeof script === 'function') return () => script;
  if (!Array.isArray(script)) throw agentTestingError('agent_script_invalid', { found: describe(script) });
  if (!script.some(isRule)) return takeInOrder(script as readonly ReplySource[]);
  const stray = script.find((entry) => !isRule(entry));
  if (stray !== undefined)
    throw agentTestingError('agent_script_invalid', { found: 'a list of rules and replies mixed' });
  return takeByRule(script as readonly ScriptRule[]);
}

/** The reply that the script means for a request. */
export async function makeReply(reply: ReplySource, request: ModelRequest): Promise<ScriptedReply> {
  return typeof reply === 'function' ? await reply(request) : reply;
}

function takeByRule(rules: readonly ScriptRule[]): TakeReply {
  const takers = rules.map(({ when, reply }) => ({
    when,
    take: takeOf(reply),
  }));
  return (request) => {
    for (const { when, take } of takers) {
      const reply = fits(when, request) ? take(request) : undefined;
      if (reply !== undefined) return reply;
    }
    return undefined;
  };
}

function takeOf(reply: ScriptRule['reply']): TakeReply {
  const isOne = (value: ScriptRule['reply']): value is ReplySource => !Array.isArray(value);
  if (!isOne(reply)) return takeInOrder(reply);
  return isRepeated(reply) ? takeInOrder([reply]) : () => reply;
}

function takeInOrder(replies: readonly ReplySource[]): TakeReply {
  let [next, served] = [0, 0];
  return () => {
    while (next < replies.length && served >= timesOf(replies[next]!)) {
      next += 1;
      served = 0;
    }
    served += 1;
    return replies[next];
  };
}

function timesOf(reply: ReplySource): number {
  return isRepeated(reply) ? reply.repeat : 1;
}

function isRepeated(reply: ReplySource): reply is RepeatedReply {
  return typeof reply === 'object' && 'repeat' in reply;
}

function fits(when: When, request: ModelRequest): boolean {
  if (typeof when === 'function') return when(request);
  if (typeof when === 'string' || when instanceof RegExp) return matches(when, request.prompt);
  return (
    (when.prompt === undefined || matches(when.prompt, request.prompt)) &&
    (when.system === undefined || matches(when.system, request.system)) &&
    (when.model === undefined || matches(when.model, request.model)) &&
    (when.step === undefined || when.step === request.step) &&
    (when.attempt === undefined || when.attempt === request.attempt)
  );
}

function matches(pattern: string | RegExp, text: string): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0;
}

function isRule(entry: unknown): entry is ScriptRule {
  return typeof entry === 'object' && entry !== null && 'when' in entry && 'reply' in entry;
}

function describe(value: unknown): string {
  return value === null || value === undefined ? String(value) : `of the type "${typeof value}"`;
}
