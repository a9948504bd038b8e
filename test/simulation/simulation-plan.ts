/** The plan of a simulation: plain data that follows from the seed, so that it can be printed and made smaller. */
import { planDeployments, type PlannedDeployments } from './deployments.ts';
import type { Fault } from './fault.ts';
import { generateProgram } from './generate-program.ts';
import type { Op } from './program.ts';
import { Random } from './random.ts';

export interface SimulationPlan {
  seed: string;
  settings: SimulationSettings;
  runs: PlannedRun[];
  actions: OutsideAction[];
  faults: Fault[];
  /** Builds that take the place of the first one; `null`: there is only one. */
  deployments: PlannedDeployments | null;
}

export interface SimulationSettings {
  /** Processes at a time: one entry each, how much its clock is off. */
  clocksOffMs: number[];
  leaseMs: number;
  /** See `Settings.stuckLimitMs`. */
  stuckLimitMs: number;
  /** The store renews leases by itself, see `lease-keeper.ts`. */
  keepsLease: boolean;
  liveRunsMax: number;
  concurrency: number;
  /** See `small-slices.ts`. */
  sliceEndChance: number;
  /** See `change-feed.ts`. */
  seesOthers: boolean;
  /** The store is behind a network that loses answers and notifications, see `bad-network.ts`. */
  isAmbiguous: boolean;
  /** See `simulated-disk.ts`. */
  noticesDeath: boolean;
  /** How long everything is watched after the last run has ended. */
  afterMs: number;
}

export interface PlannedRun {
  /** Begins the ids of its program; unique. */
  tag: string;
  program: Op;
  /** The programs after it, each with a fresh journal and with the result of the one before. */
  next: Op[];
  atMs: number;
  /** The process that starts it. */
  slot: number;
  /** It begins so long after it was started. */
  delayMs: number | null;
  timeoutMs: number | null;
  /** A name that another run may have, and what is to become of that one then. */
  key: { name: string; onConflict: 'attach' | 'replace' } | null;
}

/** A request from outside to a run; `run` is its place in the list of runs. */
export type OutsideAction = { run: number; atMs: number } & (
  | { kind: 'cancel' }
  | { kind: 'wake' }
  | { kind: 'pause'; forMs: number }
  /** Sets the attribute `label`. */
  | { kind: 'label'; label: number }
  | { kind: 'read'; stream: string; from: number }
);

const SLOTS_MAX = 3;
const RUNS_MAX = 3;
const PROGRAM_SIZES_MAX = [4, 10, 10, 25];
const NEXT_SIZE_MAX = 4;
/** All faults happen early, so that there is something to disturb. */
const FAULTY_REQUESTS = 90;
/** Stops of processes besides, for longer than a lease or a shorter time. */
const STOPS_MAX = 3;
const STOP_MAX_MS = 30_000;
const STUCK_LIMIT_MS = 20_000;
const SLICE_END_CHANCES = [0, 0, 0.3, 1];
/** Mostly few, so that what follows from one can be seen to its end. */
const FAULTS_MAX = [2, 4, 10];

export function planSimulation(seed: string): SimulationPlan {
  const random = new Random(seed);
  const slots = random.between(1, SLOTS_MAX);
  const runs = Array.from({ length: random.between(1, RUNS_MAX) }, (_, i) => planRun(random, i, slots));
  const edits = new Random(`${seed}/deployments`);
  const labels = new Random(`${seed}/labels`);
  const actions = runs.flatMap((_, run) => [...planActions(random, run), ...planLabels(labels, run)]);
  const lease = new Random(`${seed}/lease`);
  const faults = Array.from({ length: random.between(0, random.pick(FAULTS_MAX)) }, () => planFault(random, slots));
  return {
    seed,
    settings: {
      ...planSettings(random, slots),
      stuckLimitMs: STUCK_LIMIT_MS,
      keepsLease: lease.chance(0.7),
      isAmbiguous: new Random(`${seed}/ambiguous`).chance(0.1),
      sliceEndChance: new Random(`${seed}/slices`).pick(SLICE_END_CHANCES),
    },
    runs,
    deployments: edits.chance(0.2) ? planDeployments(edits) : null,
    actions: actions.sort((a, b) => a.atMs - b.atMs),
    faults: [...faults, ...planStops(lease, slots)].sort((a, b) => a.slot - b.slot || a.request - b.request),
  };
}

function planSettings(
  random: Random,
  slots: number,
): Omit<SimulationSettings, 'stuckLimitMs' | 'keepsLease' | 'sliceEndChance' | 'isAmbiguous'> {
  const isOff = random.chance(0.5);
  return {
    clocksOffMs: Array.from({ length: slots }, () => (isOff ? random.between(-3_000, 3_000) : 0)),
    leaseMs: random.pick([6_000, 15_000]),
    liveRunsMax: random.pick([0, 1, 1_000]),
    concurrency: random.pick([1, 2, 100]),
    seesOthers: random.chance(0.5),
    noticesDeath: random.chance(0.5),
    afterMs: random.chance(0.2) ? 20_000 : 200,
  };
}

function planRun(random: Random, index: number, slots: number): PlannedRun {
  const tag = String.fromCharCode('a'.charCodeAt(0) + index);
  // A run that begins anew has its open hooks back by their tokens, which must then be its own.
  const isContinued = random.chance(0.2);
  const plan = (part: string, sizeMax: number): Op =>
    generateProgram(random, { tag: part, size: random.between(1, sizeMax), sharesTokens: !isContinued });
  return {
    tag,
    program: plan(tag, random.pick(PROGRAM_SIZES_MAX)),
    next: isContinued ? [plan(`${tag}x`, NEXT_SIZE_MAX), plan(`${tag}y`, NEXT_SIZE_MAX)] : [],
    atMs: random.between(0, 1_500),
    slot: random.between(0, slots - 1),
    delayMs: random.chance(0.15) ? random.between(1, 5_000) : null,
    timeoutMs: random.chance(0.15) ? random.between(1, 20_000) : null,
    key: random.chance(0.2) ? { name: 'order-1', onConflict: random.pick(['attach', 'replace']) } : null,
  };
}

function planActions(random: Random, run: number): OutsideAction[] {
  const actions: OutsideAction[] = [];
  const atMs = (): number => random.between(0, random.pick([2_000, 10_000]));
  if (random.chance(0.15)) actions.push({ kind: 'cancel', run, atMs: atMs() });
  for (let i = random.between(0, 2); i > 0; i--) actions.push({ kind: 'wake', run, atMs: atMs() });
  if (random.chance(0.2)) actions.push({ kind: 'pause', run, atMs: atMs(), forMs: random.between(1, 6_000) });
  for (let i = random.between(0, 2); i > 0; i--) {
    actions.push({ kind: 'read', run, atMs: atMs(), stream: random.pick(['', 'log']), from: random.between(0, 3) });
  }
  return actions;
}

function planLabels(random: Random, run: number): OutsideAction[] {
  return Array.from({ length: random.between(0, 3) }, () => ({
    kind: 'label',
    run,
    atMs: random.between(0, 6_000),
    label: random.between(1, 3),
  }));
}

/** Processes stand still or are held up, mostly for longer than their lease. */
function planStops(random: Random, slots: number): Fault[] {
  return Array.from({ length: random.between(0, STOPS_MAX) }, () => ({
    slot: random.between(0, slots - 1),
    request: random.between(1, FAULTY_REQUESTS),
    kind: random.pick(['hang', 'block'] as const),
    point: random.pick(['before', 'after'] as const),
    ms: random.between(1, STOP_MAX_MS),
  }));
}

function planFault(random: Random, slots: number): Fault {
  const place = { slot: random.between(0, slots - 1), request: random.between(1, FAULTY_REQUESTS) };
  const point = random.pick(['before', 'after'] as const);
  const kind = random.weighted({ crash: 5, hang: 3, error: 4, slow: 2, clock: 1, close: 1 });
  switch (kind) {
    case 'crash':
      return { ...place, kind, point, restartMs: random.between(1, random.pick([100, 15_000])) };
    case 'hang':
      return { ...place, kind, point, ms: random.between(1, random.pick([1_000, 30_000])) };
    case 'error':
      return { ...place, kind, lost: random.chance(0.6) };
    case 'slow':
      return { ...place, kind, ms: random.between(10, random.pick([100, 15_000])) };
    case 'clock':
      return { ...place, kind, ms: random.between(-20_000, 20_000) };
    case 'close':
      return { ...place, kind, restartMs: random.between(1, 5_000) };
  }
}
