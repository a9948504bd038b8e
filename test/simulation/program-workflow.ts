/** The one workflow of all simulations, which carries a program out. */
import type { Build } from '../../runtime/contract/build.ts';
import type { WorkflowId } from '../../runtime/contract/ids.ts';
import { buildFromFunctions, workflowIdOf, type Toolbox } from '../runtime/build-from-functions.ts';
import { createProgramSteps, type StepSite } from './program-steps.ts';
import type { HookOp, Json, Op } from './program.ts';

export const PROGRAM_WORKFLOW = workflowIdOf('program') as WorkflowId;

/** A program, and the stream that the run of it shares with its family. */
type FamilyOp = Op & { shared?: WritableStream<string> };

/** Its source text becomes the bundle, so it uses nothing from around it. */
async function program(toolbox: Toolbox, start: Json, root: FamilyOp, ...next: FamilyOp[]): Promise<Json> {
  const { step, sleep, createHook, startChild, continueAs, getWorkflowMetadata, getWritable, HookConflictError } =
    toolbox;
  const shared = root.shared ?? getWritable<string>();
  const sharedWriter = shared.getWriter();

  function describe(error: any): Json {
    if (error instanceof HookConflictError) return 'conflict';
    if (error instanceof AggregateError) return error.errors.map(describe);
    if (error.name === 'WorkflowRunFailedError') return describe(error.cause);
    if (error.name === 'WorkflowRunCancelledError') return 'cancelled';
    // Texts of ours may change.
    return /\[((step_interrupted|step_timed|world)_\w+)\]/.exec(error.message)?.[1] ?? error.message;
  }

  async function sequence(ops: Op[], input: Json): Promise<Json> {
    let value = input;
    for (const op of ops) value = await run(op, value);
    return value;
  }

  async function attempt({ body, onError, atLast }: Op & { kind: 'try' }, input: Json): Promise<Json> {
    try {
      return await run(body, input);
    } catch (error) {
      if (!onError) throw error;
      return await run(onError, describe(error));
    } finally {
      if (atLast) await run(atLast, input);
    }
  }

  async function readHook(op: HookOp, round: number, input: Json): Promise<Json> {
    const hook = createHook<Json>({ token: op.token, once: op.isOnce, metadata: `${op.id}/${round}` });
    const payloads: Json[] = [];
    try {
      if (op.before && round === 0) payloads.push(await run(op.before, input));
      const length = payloads.length + op.payloads;
      if (op.reads === 'await') {
        while (payloads.length < length) payloads.push(await hook);
      } else {
        for await (const payload of hook) {
          payloads.push(payload);
          if (payloads.length === length) break;
        }
      }
      return payloads;
    } finally {
      hook.dispose();
    }
  }

  const toPlain = (settled: PromiseSettledResult<Json>): Json =>
    settled.status === 'fulfilled' ? { value: settled.value } : { error: describe(settled.reason) };

  async function run(op: Op, input: Json): Promise<Json> {
    const runAll = (branches: Op[]): Promise<Json>[] => branches.map((branch) => run(branch, input));
    switch (op.kind) {
      case 'step':
        if (!op.isStamp) return await step(op.fn)(op, input);
        await step(op.fn)(op, [Math.random(), Date.now(), crypto.randomUUID()]);
        return input;
      case 'sleep':
        await sleep(op.ms);
        return input;
      case 'hook': {
        const first = await readHook(op, 0, input);
        return op.reopens ? [first, await readHook(op, 1, input)] : first;
      }
      case 'child': {
        const { workflowName: workflowId } = getWorkflowMetadata();
        const args = [op.id, { ...op.program, shared }];
        const child = await startChild({ workflowId }, args, { detached: op.isDetached });
        return (await child.returnValue) as Json;
      }
      case 'write': {
        const own = getWritable<string>(op.stream ? { namespace: op.stream } : {});
        const writer = op.isShared ? sharedWriter : own.getWriter();
        for (let index = 0; index < op.chunks; index++) await writer.write(`${op.id}#${index}`);
        await sleep(op.ms);
        await writer.write(`${op.id}#${op.chunks}`);
        return input;
      }
      case 'sequence':
        return await sequence(op.ops, input);
      case 'all':
        return await Promise.all(runAll(op.branches));
      case 'allSettled':
        return (await Promise.allSettled(runAll(op.branches))).map(toPlain);
      case 'race':
        return await Promise.race(runAll(op.branches));
      case 'any':
        return await Promise.any(runAll(op.branches));
      case 'try':
        return await attempt(op, input);
      case 'throw':
        throw new Error(op.id);
    }
  }

  try {
    const value = await run(root, start);
    return next.length > 0 ? await continueAs([value, ...next]) : value;
  } catch (error) {
    throw new Error(JSON.stringify(describe(error)), { cause: error });
  }
}

/** The build of one simulated process. All have the same bundle. */
export const createProgramBuild = (site: StepSite): Build =>
  buildFromFunctions({ workflows: { program }, steps: { ...createProgramSteps(site) } });
