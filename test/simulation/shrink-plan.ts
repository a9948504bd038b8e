/** Makes a failing plan smaller: whatever can be left out while it still fails is left out. */
import { partsOf, type Op } from './program.ts';
import type { PlannedRun, SimulationPlan } from './simulation-plan.ts';

/** Simulations that are spent on it. */
const TRIES_MAX = 300;

/** @param stillFails Whether a plan fails; called at most 300 times. */
export async function shrinkPlan(
  plan: SimulationPlan,
  stillFails: (plan: SimulationPlan) => Promise<boolean>,
): Promise<SimulationPlan> {
  let smallest = plan;
  let tries = 0;
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const candidate of smallerPlans(smallest)) {
      if (++tries > TRIES_MAX) return smallest;
      if (!(await stillFails(candidate))) continue;
      smallest = candidate;
      isDone = false;
      break;
    }
  }
  return smallest;
}

/** Plans with one thing less, the biggest things first. */
function* smallerPlans(plan: SimulationPlan): Generator<SimulationPlan> {
  for (const index of plan.runs.keys()) {
    if (plan.runs.length > 1) yield withoutRun(plan, index);
  }
  for (const index of plan.faults.keys()) yield { ...plan, faults: plan.faults.toSpliced(index, 1) };
  for (const index of plan.actions.keys()) yield { ...plan, actions: plan.actions.toSpliced(index, 1) };
  for (const [index, run] of plan.runs.entries()) {
    if (run.next.length > 0) yield { ...plan, runs: plan.runs.with(index, { ...run, next: run.next.slice(1) }) };
    for (const program of smallerOps(run.program)) yield { ...plan, runs: plan.runs.with(index, { ...run, program }) };
  }
}

function withoutRun(plan: SimulationPlan, index: number): SimulationPlan {
  const actions = plan.actions.filter(({ run }) => run !== index);
  return {
    ...plan,
    runs: plan.runs.toSpliced(index, 1),
    actions: actions.map((action) => ({ ...action, run: action.run > index ? action.run - 1 : action.run })),
  };
}

/** An op with one thing less: one of its parts alone, a list without one of its entries, a part made smaller. */
function* smallerOps(op: Op): Generator<PlannedRun['program']> {
  yield* partsOf(op);
  if (op.kind === 'sequence') {
    for (const ops of shorterLists(op.ops)) yield { ...op, ops };
  } else if ('branches' in op) {
    for (const branches of shorterLists(op.branches)) yield { ...op, branches };
  } else if (op.kind === 'try') {
    for (const body of smallerOps(op.body)) yield { ...op, body };
    if (op.onError) yield { ...op, onError: null };
    if (op.atLast) yield { ...op, atLast: null };
  } else if (op.kind === 'child') {
    for (const program of smallerOps(op.program)) yield { ...op, program };
  } else if (op.kind === 'hook' && op.before) {
    yield { ...op, before: null };
  } else if (op.kind === 'step') {
    if (op.writes) yield { ...op, writes: null };
    if (op.sets) yield { ...op, sets: null };
  } else if (op.kind === 'write' && op.chunks > 0) {
    yield { ...op, chunks: 0 };
  }
}

function* shorterLists(ops: Op[]): Generator<Op[]> {
  for (const index of ops.keys()) {
    if (ops.length > 1) yield ops.toSpliced(index, 1);
  }
  for (const [index, part] of ops.entries()) {
    for (const smaller of smallerOps(part)) yield ops.with(index, smaller);
  }
}
