/** Runs workflows of a build in this process. */
import { loadBuild } from '../../integrations/shared/load-build.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { RegisteredStep, StepFunction } from '../../runtime/contract/build.ts';
import { getRun, listRuns, resumeHook, start, type WaitingFor } from '../../runtime/entries/api.ts';
import { createWorld, registerBuild, setWorld } from '../../runtime/entries/runtime.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { type Ending, FollowedCall, type PassTime, pause, presentStep } from './followed-call.ts';
import type { WorkflowCall, CallReport } from './run-calls.ts';

const world = await createWorld();
setWorld(world);
let present: FollowedCall;
/** The steps of the present call by their ids: plain code tries nothing again. */
const begun = new Map<string, Promise<unknown>>();

/** Loads a build, and follows the calls of its steps. @param dir Absolute path. */
export async function followBuild(dir: string): Promise<void> {
  const build = await loadBuild(dir);
  const steps = new Map([...build.steps].map(([id, step]) => [id, followStep(id, step)]));
  await registerBuild({ ...build, steps });
}

function followStep(id: string, step: RegisteredStep): RegisteredStep {
  if (step.kind === 'closure') return { ...step, create: (captured) => followFunction(id, step.create(captured)) };
  const { fn, holder = fn } = step;
  const retry = { ...holder.retry, shouldRetry: () => false };
  return { ...step, fn: followFunction(id, fn), holder: Object.assign(() => {}, holder, { retry }) };
}

function followFunction(id: string, fn: StepFunction): StepFunction {
  return function follow(this: unknown, ...args: never[]) {
    const call = (): unknown => Reflect.apply(fn, this, args);
    // A step that is given to a step is a part of it.
    if (presentStep.getStore()) return call();
    const { stepId } = getStepMetadata();
    const first = begun.get(stepId) ?? present.step(id, args, call);
    begun.set(stepId, first);
    return first;
  };
}

/** Runs a workflow to its end. */
export async function runCompiled({ workflowId, args, payloads }: WorkflowCall): Promise<CallReport> {
  present = new FollowedCall();
  begun.clear();
  const run = await start({ workflowId }, args);
  const ending = run.returnValue.then(
    (value): Ending => ({ kind: 'returned', value }),
    (error: Error): Ending => ({ kind: 'threw', value: error.cause }),
  );
  const ended = await present.end(ending, passTimeWith([...payloads]));
  if (ended.kind === 'waits for') await run.cancel();
  return { text: present.report(ended) };
}

/** The kinds of what ends by itself. */
const AT_WORK: readonly WaitingFor['kind'][] = ['step', 'retry', 'limit'];

function passTimeWith(payloads: unknown[]): PassTime {
  return async () => {
    const waits = await readWaits();
    if (waits === null || waits.some(({ kind }) => AT_WORK.includes(kind))) return 'working';
    const hook = waits.find(({ kind }) => kind === 'hook');
    if (hook && payloads.length > 0) {
      await taken(hook.of, () => resumeHook(hook.token!, payloads.shift()));
      return 'passed';
    }
    const sleeps = waits.filter(({ kind }) => kind === 'sleep');
    const [first] = sleeps.sort((a, b) => Number(a.until) - Number(b.until));
    if (!first) return { waitsFor: describe(waits) };
    await taken(first.of, () => getRun(first.of).wakeUp({ correlationIds: [first.correlationId!] }));
    return 'passed';
  };
}

/** Sends a message to a run, and waits until it has taken it: until then it would seem to wait for the same. */
async function taken(runId: RunId, send: () => Promise<unknown>): Promise<void> {
  const read = async (): Promise<number | undefined> => (await world.readJournal(runId)).at(-1)?.seq;
  const before = await read();
  await send();
  while ((await read()) === before) await pause();
}

type Wait = WaitingFor & { of: RunId };

/** All waits of the run and its children; `null`: one is at work. */
async function readWaits(): Promise<Wait[] | null> {
  const waits: Wait[] = [];
  for await (const { runId } of listRuns({ status: ['pending', 'running'] })) {
    const ofRun = await getRun(runId).waitingFor();
    if (ofRun.length === 0) return null;
    waits.push(...ofRun.map((wait) => ({ ...wait, of: runId as RunId })));
  }
  return waits;
}

function describe(waits: readonly Wait[]): string {
  const { kind, message } = waits.find((wait) => wait.kind !== 'child') ?? waits[0]!;
  return message ?? `a ${kind}`;
}
