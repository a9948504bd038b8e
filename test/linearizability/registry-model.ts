/**
 * Runs, their owners, tokens, keys and inboxes as one plain object: what a store is to its callers, one call at a time.
 */
import type { Model } from './check-linearizable.ts';

/** A caller's request. Small words name runs, tokens and keys; a commit says how far its caller knows the run. */
export type RegistryCall =
  | { kind: 'create'; run: string; token: string | null; key: string | null; takesKeyFrom: string | null }
  | { kind: 'claim'; run: string }
  | { kind: 'open'; run: string; token: string; epoch: number; afterSeq: number }
  | { kind: 'finish'; run: string; epoch: number; afterSeq: number }
  /** The owner commits a change of attributes. */
  | { kind: 'label'; run: string; label: string | null; epoch: number; afterSeq: number }
  /** A caller asks the owner for one. */
  | { kind: 'askLabel'; run: string; label: string }
  | { kind: 'findLabel'; label: string }
  | { kind: 'send'; token: string; payload: string; id: string | null }
  | { kind: 'cancel'; run: string }
  | { kind: 'findHook'; token: string }
  | { kind: 'readInbox'; run: string };

interface Run {
  seq: number;
  epoch: number;
  isOwned: boolean;
  hasEnded: boolean;
  key: string | null;
  label: string | null;
  /** Messages that it ever got. */
  messages: number;
  inbox: string[];
}

interface Registry {
  runs: Record<string, Run>;
  /** The run that holds a token. */
  tokens: Record<string, string>;
  /** By token and id: the run that got a payload, and the payload. */
  receipts: Record<string, { run: string; payload: string }>;
}

interface Step {
  answer: unknown;
  state: Registry;
}

const withRun = (state: Registry, name: string, run: Run): Registry => ({
  ...state,
  runs: { ...state.runs, [name]: run },
});

type Of<Kind extends RegistryCall['kind']> = Extract<RegistryCall, { kind: Kind }>;

function create(state: Registry, { run, token, key, takesKeyFrom }: Of<'create'>): Step {
  if (state.runs[run]) return { answer: 'exists', state };
  const [heldBy = null] = Object.entries(state.runs).find(([, other]) => key !== null && other.key === key) ?? [];
  if (heldBy !== null && heldBy !== takesKeyFrom) return { answer: `key of ${heldBy}`, state };
  const tokenHolder = token === null ? undefined : state.tokens[token];
  if (tokenHolder !== undefined) return { answer: `token of ${tokenHolder}`, state };
  const seq = token === null ? 1 : 2;
  const fresh = { seq, epoch: 0, isOwned: false, hasEnded: false, key, label: null, messages: 0, inbox: [] };
  const robbed = heldBy === null ? state : withRun(state, heldBy, { ...state.runs[heldBy]!, key: null });
  const created = withRun(robbed, run, fresh);
  return { answer: 'ok', state: token === null ? created : { ...created, tokens: { ...state.tokens, [token]: run } } };
}

function claim(state: Registry, name: string): Step {
  const run = state.runs[name];
  if (!run || run.isOwned || run.hasEnded) return { answer: null, state };
  const epoch = run.epoch + 1;
  return { answer: { epoch, seq: run.seq }, state: withRun(state, name, { ...run, epoch, isOwned: true }) };
}

/** The run, if a commit with this knowledge of it is accepted. */
function findOwned(state: Registry, { run: name, epoch, afterSeq }: Of<'open' | 'finish' | 'label'>): Run | null {
  const run = state.runs[name];
  return run?.isOwned && run.epoch === epoch && run.seq === afterSeq ? run : null;
}

function open(state: Registry, call: Of<'open'>): Step {
  const run = findOwned(state, call);
  if (!run) return { answer: 'fenced', state };
  const holder = state.tokens[call.token];
  if (holder !== undefined) return { answer: `token of ${holder}`, state };
  const next = withRun(state, call.run, { ...run, seq: run.seq + 1 });
  return { answer: 'ok', state: { ...next, tokens: { ...next.tokens, [call.token]: call.run } } };
}

function finish(state: Registry, call: Of<'finish'>): Step {
  const run = findOwned(state, call);
  if (!run) return { answer: 'fenced', state };
  const tokens = Object.fromEntries(Object.entries(state.tokens).filter(([, holder]) => holder !== call.run));
  const ended = { ...run, seq: run.seq + 1, isOwned: false, hasEnded: true, inbox: [] };
  return { answer: 'ok', state: withRun({ ...state, tokens }, call.run, ended) };
}

function label(state: Registry, call: Of<'label'>): Step {
  const run = findOwned(state, call);
  if (!run) return { answer: 'fenced', state };
  return { answer: 'ok', state: withRun(state, call.run, { ...run, seq: run.seq + 1, label: call.label }) };
}

const labelled = ({ runs }: Registry, wanted: string): string[] =>
  Object.keys(runs)
    .filter((name) => runs[name]!.label === wanted)
    .toSorted();

function deliver(state: Registry, name: string | undefined, text: string): Step {
  const run = name === undefined ? undefined : state.runs[name];
  if (!run) return { answer: 'not_found', state };
  if (run.hasEnded) return { answer: 'ended', state };
  const messages = run.messages + 1;
  const next = { ...run, messages, inbox: [...run.inbox, text] };
  return { answer: `${name} #${messages}`, state: withRun(state, name!, next) };
}

function send(state: Registry, { token, payload, id }: Of<'send'>): Step {
  const kept = id === null ? undefined : state.receipts[`${token} ${id}`];
  if (kept) return { answer: `again ${kept.run} ${kept.payload}`, state };
  const run = state.tokens[token];
  const { answer, state: next } = deliver(state, run, payload);
  const isAccepted = next !== state;
  if (id === null || !isAccepted) return { answer, state: next };
  return { answer, state: { ...next, receipts: { ...next.receipts, [`${token} ${id}`]: { run: run!, payload } } } };
}

function apply(state: Registry, call: RegistryCall): Step {
  switch (call.kind) {
    case 'create':
      return create(state, call);
    case 'claim':
      return claim(state, call.run);
    case 'open':
      return open(state, call);
    case 'finish':
      return finish(state, call);
    case 'label':
      return label(state, call);
    case 'askLabel':
      return deliver(state, call.run, call.label);
    case 'findLabel':
      return { answer: labelled(state, call.label), state };
    case 'send':
      return send(state, call);
    case 'cancel':
      return deliver(state, call.run, 'cancel');
    case 'findHook':
      return { answer: state.tokens[call.token] ?? null, state };
    case 'readInbox':
      return { answer: state.runs[call.run]?.inbox ?? [], state };
  }
}

export const registry: Model<Registry, RegistryCall> = { initial: { runs: {}, tokens: {}, receipts: {} }, apply };
