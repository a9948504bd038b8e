/** Plans that lean towards what random ones meet rarely, because several things must come together. */
import { planDeployments, type Layout } from './deployments.ts';
import type { Fault } from './fault.ts';
import { partsOf, type Op, type StepOp } from './program.ts';
import { Random } from './random.ts';
import { planSimulation, type OutsideAction, type SimulationPlan } from './simulation-plan.ts';

export type Focus = (seed: string) => SimulationPlan;

const LEASE_MS = 6_000;

/** The program with each of its steps changed. */
function changeSteps<Node>(node: Node, change: (step: StepOp) => StepOp): Node {
  if (Array.isArray(node)) return node.map((part: unknown) => changeSteps(part, change)) as Node;
  if (typeof node !== 'object' || node === null) return node;
  if ((node as Partial<Op>).kind === 'step') return change(node as unknown as StepOp) as Node;
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, changeSteps(part, change)])) as Node;
}

/** Attempts write, fail, and are told to stop while the next one is under way; somebody reads all the time. */
const onStreams: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/streams`);
  const faults = Array.from({ length: 8 }, (): Fault => {
    return { slot: 0, request: random.between(5, 60), kind: 'error', lost: true };
  });
  const change = (step: StepOp): StepOp => ({
    ...step,
    fn: 'work',
    durationMs: random.between(60, 120) * 2,
    ending: { kind: 'flaky', times: random.between(1, 2) },
    writes: { stream: 'log', chunks: 2, isAwaited: random.chance(0.5) },
  });
  return {
    ...plan,
    settings: { ...plan.settings, clocksOffMs: [0] },
    runs: plan.runs.map((run) => ({ ...run, slot: 0, program: changeSteps(run.program, change) })),
    actions: plan.runs.map((_, run) => ({ kind: 'read', run, atMs: 1_600, stream: 'log', from: 0 })),
    faults: faults.sort((a, b) => a.request - b.request),
  };
};

/** Workers stand still for a little longer than their lease, and their attempts end all the same. */
const onLateResults: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/late`);
  const faults = [0, 1, 2].flatMap((slot) =>
    Array.from({ length: 3 }, (): Fault => {
      const ms = LEASE_MS + random.between(0, LEASE_MS);
      return { slot, request: random.between(8, 60), kind: 'hang', point: random.pick(['before', 'after']), ms };
    }),
  );
  const change = (step: StepOp): StepOp => ({
    ...step,
    fn: 'work',
    durationMs: random.between(100, 2_000) * 2 + 1,
    ending: { kind: 'ok' },
    writes: null,
  });
  return {
    ...plan,
    settings: { ...plan.settings, clocksOffMs: [0, 0, 0], leaseMs: LEASE_MS, concurrency: 1 },
    runs: plan.runs.map((run) => ({ ...run, program: changeSteps(run.program, change) })),
    faults: faults.sort((a, b) => a.slot - b.slot || a.request - b.request),
  };
};

/** Long work pauses all the time; meanwhile runs are cancelled, paused and lost, and late results and payloads come. */
const onSlices: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/slices`);
  const stops = plan.settings.clocksOffMs.flatMap((_, slot) =>
    Array.from({ length: 4 }, (): Fault => {
      const [request, point] = [random.between(4, 80), random.pick(['before', 'after'] as const)];
      if (random.chance(0.2)) return { slot, request, kind: 'crash', point, restartMs: random.between(1, 2_000) };
      return { slot, request, kind: 'hang', point, ms: random.between(1, 2 * LEASE_MS) };
    }),
  );
  const actions = plan.runs.flatMap((_, run): OutsideAction[] => [
    { kind: 'pause', run, atMs: random.between(0, 4_000), forMs: random.between(1, 4_000) },
    ...(random.chance(0.3) ? [{ kind: 'cancel' as const, run, atMs: random.between(0, 8_000) }] : []),
  ]);
  return {
    ...plan,
    settings: {
      ...plan.settings,
      clocksOffMs: plan.settings.clocksOffMs.map(() => 0),
      leaseMs: LEASE_MS,
      liveRunsMax: random.pick([0, 0, 1, 1_000]),
      sliceEndChance: random.pick([0.5, 1]),
    },
    actions: [...plan.actions, ...actions].sort((a, b) => a.atMs - b.atMs),
    faults: stops.sort((a, b) => a.slot - b.slot || a.request - b.request),
  };
};

/** Processes are told to end one after the other, as by a deployment, while somebody reads all the time. */
const onDeploys: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/deploys`);
  const slots = [0, 1];
  const faults = slots.flatMap((slot) =>
    Array.from({ length: 3 }, (): Fault => {
      return { slot, request: random.between(1, 100), kind: 'close', restartMs: random.between(1, 1_000) };
    }),
  );
  const reads = plan.runs.flatMap((_, run) =>
    ['', 'log'].map((stream): OutsideAction => ({ kind: 'read', run, atMs: 1_600, stream, from: 0 })),
  );
  return {
    ...plan,
    settings: { ...plan.settings, clocksOffMs: slots.map(() => 0) },
    runs: plan.runs.map((run) => ({ ...run, slot: random.pick(slots) })),
    actions: [...plan.actions, ...reads].sort((a, b) => a.atMs - b.atMs),
    faults: faults.sort((a, b) => a.slot - b.slot || a.request - b.request),
  };
};

/** More steps at a time than there are places, in several runs of one process. */
const onCrowds: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/crowds`);
  const crowd = (op: Op): Op => ({ kind: 'allSettled', branches: partsOf(op).length > 1 ? partsOf(op) : [op] });
  return {
    ...plan,
    settings: { ...plan.settings, clocksOffMs: [0], concurrency: random.between(1, 3) },
    runs: plan.runs.map((run) => ({ ...run, slot: 0, atMs: random.between(0, 300), program: crowd(run.program) })),
    faults: plan.faults.filter(({ slot }) => slot === 0),
  };
};

/** Builds with other steps follow each other while runs sleep, begin anew and lose their owners. */
const onEdits: Focus = (seed) => {
  const plan = planSimulation(seed);
  return { ...plan, deployments: planDeployments(new Random(`${seed}/edits`)) };
};

/**
 * A step is tried again later, by a build that does not have it any more, and meanwhile another step lets the run begin
 * anew without it.
 */
const onForgottenSteps: Focus = (seed) => {
  const plan = planSimulation(seed);
  const random = new Random(`${seed}/forgotten`);
  const step = (id: string, fn: StepOp['fn'], ending: StepOp['ending']): StepOp => {
    return { kind: 'step', id, ending, durationMs: 200, fn, isStamp: false, sets: null, writes: null };
  };
  const program = (tag: string): Op => {
    const retried = step(`${tag}r`, 'work', { kind: 'later', times: 3, delayMs: random.between(100, 1_000) });
    const others = [1, 2, 3].map((n) => step(`${tag}${n}`, 'workTimed', { kind: 'ok' }));
    return { kind: 'race', branches: [retried, { kind: 'sequence', ops: others }] };
  };
  const captured = (captures: 'amount' | 'cents' | null): Layout =>
    (['work', 'workOnce', 'workTimed'] as const).map((fn) => ({
      fn,
      text: 0,
      captures: fn === 'work' ? captures : null,
    }));
  return {
    ...plan,
    runs: plan.runs.map((run) => ({ ...run, program: program(run.tag), next: [program(`${run.tag}x`)] })),
    deployments: {
      areNamed: true,
      layouts: [captured('amount'), captured('cents'), captured(null)],
      atMs: [random.between(100, 2_000), 20_000],
    },
  };
};

/** Every request may fail, and nobody knows whether it took effect; notifications get lost, late and doubled. */
const onAmbiguity: Focus = (seed) => {
  const plan = planSimulation(seed);
  return { ...plan, settings: { ...plan.settings, isAmbiguous: true } };
};

type FocusName = 'streams' | 'lateResults' | 'slices' | 'deploys' | 'crowds' | 'edits' | 'forgottenSteps' | 'ambiguity';

export const FOCUSES: Readonly<Record<FocusName, Focus>> = {
  streams: onStreams,
  lateResults: onLateResults,
  slices: onSlices,
  deploys: onDeploys,
  crowds: onCrowds,
  edits: onEdits,
  forgottenSteps: onForgottenSteps,
  ambiguity: onAmbiguity,
};
