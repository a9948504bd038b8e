/** The rules that hold for every finished answer, however often its processes ended on the way. */
import { isDeepStrictEqual } from 'node:util';
import type { ModelRequest } from '../../../agent/testing/model-request.ts';
import type { RunId } from '../../../runtime/contract/ids.ts';
import { decodeValue } from '../../../runtime/host-values/host-codec.ts';
import type { JournalEvent } from '../../../runtime/journal/events.ts';
import { checkStore } from '../../../runtime/observe/store-invariants.ts';
import type { World } from '../../../runtime/world/world.ts';
import { VERSIONS } from '../chat/sdk-chat.ts';
import { type AnswerChunk, foldAnswer, type Part, readAnswer } from './answer-stream.ts';
import { BUSY_STEP, FICKLE, SERVED_CALLS, STEPS, TEXTS } from './script.ts';

/** The facts about an answer that are known outside of its process. */
export interface Evidence {
  question: string;
  world: World;
  runId: RunId;
  /** All that the model was asked. */
  requests: readonly ModelRequest[];
  /** Of how many attempts of each model step the process ended. */
  cutOff: ReadonlyMap<number, number>;
  /** Idempotency keys of the calls that had an effect. */
  keys: readonly string[];
  /** The chunks that a reader from the beginning on saw. */
  followed: readonly AnswerChunk[];
}

const SERVED_KEY = /^(msg_[\da-f-]+):(.+)$/;

/** Finds what is wrong with an answer. */
export async function findFaults(evidence: Evidence): Promise<unknown[]> {
  const { world, runId, question, followed } = evidence;
  const journal = await world.readJournal(runId);
  const chunks = await readAnswer(world, runId);
  const isFickle = question.startsWith(FICKLE);
  // Readers see each chunk once, and the order does not change.
  const isAsFollowed = isDeepStrictEqual(chunks, followed) || isFickle;
  const faults: unknown[] = [
    ...(isAsFollowed ? [] : [{ 'a reader saw': followed, stored: chunks }]),
    ...findResultFaults(journal),
    ...countCalls(evidence),
    ...findKeyFaults(evidence, chunks),
    ...(await checkStore(world)),
  ];
  for (const version of VERSIONS) {
    const shown = await foldAnswer(chunks, version);
    const seen = await foldAnswer(followed, version);
    faults.push(...findPartFaults(shown), ...findOpenParts(seen));
    // Clients before version 7 cannot take back what they have shown.
    const isSame = isDeepStrictEqual(seen, shown) || (isFickle && version < 7);
    if (!isSame) faults.push({ [`a reader with version ${version} saw`]: seen, shown });
  }
  return faults;
}

/** Model steps that are under way, by their number: where the process ends now, it ends with them. */
export async function findModelSteps(world: World, runId: RunId): Promise<number[]> {
  const journal = await world.readJournal(runId);
  const ended = new Set(journal.filter(({ type }) => type === 'step_completed').map((event) => callOf(event)));
  const calls = journal.filter((event) => event.type === 'step_created' && event.name.endsWith('callModel'));
  return calls.flatMap((event, step) => (ended.has(callOf(event)) ? [] : [step]));
}

const callOf = (event: JournalEvent): number => ('call' in event ? event.call : -1);

function findResultFaults(journal: readonly JournalEvent[]): unknown[] {
  const end = journal.at(-1)!;
  if (end.type !== 'run_completed') return [{ 'the run ended with': end }];
  const { text, steps, messages } = decodeValue(end.payload) as { text: string; steps: number; messages: Part[] };
  const roles = messages.map(({ role }) => role).join(' ');
  const isRight = text.endsWith(TEXTS[3]) && steps === STEPS;
  const expected = `user${' assistant tool'.repeat(STEPS - 1)} assistant`;
  return isRight && roles === expected ? [] : [{ 'the result was': { text, steps, roles } }];
}

/** Each call of the model is made once, and again for each attempt whose process ended. */
function countCalls({ question, requests, cutOff }: Evidence): unknown[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const made = requests.filter((request) => request.prompt === question && request.step === step).length;
    const allowed = 1 + Number(step === BUSY_STEP) + (cutOff.get(step) ?? 0);
    return made >= 1 && made <= allowed ? [] : [`model step ${step} was called ${made} times, of ${allowed}`];
  }).flat();
}

/** Each call of a tool has one key, whatever happens to its attempts. */
function findKeyFaults({ keys }: Evidence, chunks: readonly AnswerChunk[]): unknown[] {
  const { messageId } = chunks.find(({ type }) => type === 'start')!;
  const own = keys.filter((key) => SERVED_KEY.exec(key)?.[1] === messageId);
  const calls = own.map((key) => SERVED_KEY.exec(key)![2]!);
  const isRight = calls.length === SERVED_CALLS.length && SERVED_CALLS.every((call) => calls.includes(call));
  return isRight ? [] : [{ 'the keys of tool calls were': calls }];
}

function findPartFaults(parts: readonly Part[]): unknown[] {
  const texts = parts.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  const isRight = texts.length === STEPS && texts.every((text, i) => text.replace(/^Take \d+: /, '') === TEXTS[i]);
  const tools = parts.filter(({ type }) => type.startsWith('tool-'));
  const isWhole = tools.length === SERVED_CALLS.length + 1 && parts.filter(isReasoning).length === 1;
  return [...(isRight && isWhole ? [] : [{ 'the message is': parts }]), ...findOpenParts(parts)];
}

const isReasoning = ({ type }: Part): boolean => type === 'reasoning';

const OPEN = new Set<unknown>(['streaming', 'input-streaming', 'input-available', 'approval-requested']);
const findOpenParts = (parts: readonly Part[]): unknown[] =>
  parts.filter(({ state }) => OPEN.has(state)).map((part) => ({ 'open in the end': part }));
