/**
 * Reports workflow code that does not end. Such code holds the thread of the application, so another thread looks from
 * time to time which turn is under way, and writes to standard error by itself.
 *
 * It only reports. V8 could end the code (`vm`'s `timeout`), but that starts a thread for each turn and costs as much
 * as fifty turns.
 */
import { Worker } from 'node:worker_threads';
import type { TurnWatch } from '../contract/turn-watch.ts';

/** Looks for each time limit, so that a turn is noticed at most a quarter too late. */
const LOOKS_PER_LIMIT = 4;
/** Two numbers, the turn under way (0: none) and the length of its label; then the label, in UTF-8. */
const HEADER_BYTES = 8;
const LABEL_BYTES_MAX = 1_000;

/** As text, because every tool that bundles this package would have to be told of another file. */
const THREAD = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { memory, limitMs, looks } = workerData;
const [state, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, ${HEADER_BYTES})];
let [turn, since, told] = [0, 0, ''];
function tell(event, label) {
  writeSync(2, '[workflow] ' + event + ' ' + label + ' ms=' + Math.round(performance.now() - since) + '\\n');
}
setInterval(() => {
  const current = Atomics.load(state, 0);
  if (current !== turn) {
    if (told) tell('turn_went_on', told);
    [turn, since, told] = [current, performance.now(), ''];
  } else if (current !== 0 && !told && performance.now() - since >= limitMs) {
    told = Buffer.from(bytes.slice(0, state[1])).toString();
    tell('turn_stuck', told);
  }
}, limitMs / looks);
`;

const watches = new Map<number, TurnWatch>();

/**
 * The watch of this process. Its thread starts with the first turn and does not keep the process alive.
 * @param limitMs Time after which a turn is reported.
 */
export function openTurnWatch(limitMs: number): TurnWatch {
  const watch = watches.get(limitMs) ?? createTurnWatch(limitMs);
  watches.set(limitMs, watch);
  return watch;
}

function createTurnWatch(limitMs: number): TurnWatch {
  const memory = new SharedArrayBuffer(HEADER_BYTES + LABEL_BYTES_MAX);
  const state = new Int32Array(memory, 0, 2);
  const label = new Uint8Array(memory, HEADER_BYTES);
  const encoder = new TextEncoder();
  let turns = 0;
  return {
    enter(runId, workflowId) {
      if (turns === 0) startThread(memory, limitMs);
      turns = turns === 0x7fffffff ? 1 : turns + 1;
      state[1] = encoder.encodeInto(`runId=${runId} workflowId=${workflowId}`, label).written;
      Atomics.store(state, 0, turns);
    },
    leave: () => void Atomics.store(state, 0, 0),
  };
}

function startThread(memory: SharedArrayBuffer, limitMs: number): void {
  const thread = new Worker(THREAD, {
    eval: true,
    name: 'workflow-turn-watch',
    execArgv: [],
    workerData: { memory, limitMs, looks: LOOKS_PER_LIMIT },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  // Whatever becomes of it, runs go on without it.
  thread.on('error', () => {});
  thread.unref();
}
