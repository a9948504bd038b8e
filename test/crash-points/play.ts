/** Plays a canonical workflow from its start to its end, through the ends of processes. */
import { decodeValue } from '../../runtime/host-values/host-codec.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { checkStore, type StoreProblem } from '../../runtime/observe/store-invariants.ts';
import { toStreamName } from '../../runtime/values/stream-reference.ts';
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';
import { Caller } from './caller.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';
import { EffectLedger } from './effect-ledger.ts';
import { openEmptyStore } from './empty-store.ts';
import { LeapingClock } from './leaping-clock.ts';
import { ProcessLife } from './process-life.ts';
import { startProcess } from './simulated-process.ts';

export interface Performance {
  /** The outside's view in the end: how the run and its children ended, and the chunks of its streams. */
  result: unknown;
  ledger: EffectLedger;
  /** The problems of the store afterwards. */
  damage: StoreProblem[];
  /** The processes that it took, in order. */
  lives: ProcessLife[];
}

/**
 * @param options.deaths For each process in turn the index of the point at which it ends; later ones live on.
 * @param options.world The store; by default an empty one, see {@link openEmptyStore}.
 */
export async function play(
  scene: CanonicalWorkflow,
  { deaths = [], world: given }: { deaths?: readonly number[]; world?: World } = {},
): Promise<Performance> {
  const world = given ?? (await openEmptyStore());
  await world.open();
  const clock = new LeapingClock();
  const ledger = new EffectLedger();
  const lives: ProcessLife[] = [];

  async function findProcess(): Promise<ProcessLife> {
    for (;;) {
      const last = lives.at(-1);
      if (last && !last.isOver) return last;
      if (last) ledger.noteDeath();
      const life = new ProcessLife({ endsAt: deaths[lives.length] });
      lives.push(life);
      const onApplied = ledger.noteApplied.bind(ledger);
      await startProcess({ world, clock, life, onApplied, code: toCode(scene, ledger, life) });
    }
  }

  const caller = new Caller({ world, clock, findProcess });
  await caller.start(scene.options);
  await scene.outside?.(caller);
  await caller.untilAllHaveEnded();
  const journal = await caller.journal();
  const chunks = await Promise.all((scene.streams ?? []).map((name) => readChunks(world, caller, name)));
  const { runs } = await world.listRuns({ limit: 100 });
  const statuses = runs.map(({ status }) => status);
  const result = { end: describeEnd(journal.at(-1)!), statuses, chunks };
  return { result, ledger, lives, damage: await checkStore(world) };
}

function toCode({ workflow, steps = {} }: CanonicalWorkflow, ledger: EffectLedger, life: ProcessLife): TestCode {
  const own = typeof steps === 'function' ? steps(life) : steps;
  const observed = Object.entries(own).map(([name, step]) => [name, ledger.observe(step, life)] as const);
  return { workflows: { main: workflow }, steps: Object.fromEntries(observed) };
}

function describeEnd(event: JournalEvent): unknown {
  const value = 'payload' in event && event.payload !== undefined ? decodeValue(event.payload) : null;
  if (!(value instanceof Error)) return { type: event.type, value };
  // Ids are random.
  return { type: event.type, value: `${value.name}: ${value.message.replaceAll(/wrun_\w+/g, 'wrun_…')}` };
}

async function readChunks(world: World, { runId }: Caller, namespace: string | undefined): Promise<unknown[]> {
  const { chunks } = await world.readChunks(runId, toStreamName(namespace), 0, Infinity);
  const values = chunks.map((chunk) => (typeof chunk === 'string' ? decodeValue(chunk) : chunk));
  return values.filter((value) => value !== null);
}
