/** The one workflow of all simulations, which carries a program out. */
import type { Build, Manifest } from '../../runtime/contract/build.ts';
import type { WorkflowId } from '../../runtime/contract/ids.ts';
import { buildFromFunctions, fromText, workflowIdOf, type Toolbox } from '../runtime/build-from-functions.ts';
import { codeOf, namesOf, playerOf, type PlannedDeployments } from './deployments.ts';
import { createPlacedSteps, createProgramSteps, type StepSite } from './program-steps.ts';
import { STEP_TIMEOUT_MS, type HookOp, type Json, type Op } from './program.ts';

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

/** A build of the same program whose step functions stand where a deployment has put them. */
export function createDeployedBuild(site: StepSite, deployments: PlannedDeployments, version: number): Build {
  const { layouts, areNamed } = deployments;
  const layout = layouts[version]!;
  const names = namesOf(layout, areNamed);
  const parts = (['work', 'workOnce', 'workTimed'] as const).map((fn) => {
    const placed = playerOf(layout, fn);
    return [fn, { name: names[layout.indexOf(placed)], captures: placed.captures }] as const;
  });
  const source = `(toolbox, ...args) => {
    const PARTS = ${JSON.stringify(Object.fromEntries(parts))};
    const step = (fn) => {
      const { name, captures } = PARTS[fn];
      const proxy = toolbox.stepProxy('step//./test//' + name, captures ? () => ({ [captures]: fn }) : undefined);
      if (captures && fn === 'workOnce') proxy.maxRetries = 0;
      if (captures && fn === 'workTimed') proxy.timeout = ${STEP_TIMEOUT_MS};
      return proxy;
    };
    return (${program.toString()})({ ...toolbox, step }, ...args);
  }`;
  const build = buildFromFunctions({ workflows: { program: fromText(source) }, version: `version ${version}` });
  const steps = layout.map((placed, index): Manifest['steps'][string] => ({
    [names[index]!]: {
      stepId: `step//./test//${names[index]!}` as never,
      place: `test.ts:${index + 1}`,
      code: codeOf(placed),
      ...(placed.captures && { captures: [placed.captures] }),
      ...(!areNamed && { isOrdered: true as const }),
    },
  }));
  const manifest = { ...build.manifest, steps: { './test': Object.assign({}, ...steps) as Manifest['steps'][string] } };
  return { ...build, manifest, steps: createPlacedSteps(site, deployments, version) };
}

/** The version of each build, by its id. */
export function versionsOf(deployments: PlannedDeployments): Map<string, number> {
  const site: StepSite = { clock: { now: () => 0, setAlarm: () => () => {} }, begin: () => false };
  return new Map(
    deployments.layouts.map((_, version) => [createDeployedBuild(site, deployments, version).bundle.buildId, version]),
  );
}
