/** Plays an answer from its question to its end, through the ends of simulated processes. */
import type { Build } from '../../../runtime/contract/build.ts';
import type { RunId } from '../../../runtime/contract/ids.ts';
import type { World } from '../../../runtime/world/world.ts';
import { ProcessLife } from '../../crash-points/process-life.ts';
import type { AgentProject } from '../agent-project.ts';
import { AnswerWatch } from './answer-watch.ts';
import { openOutside, WORKFLOW_ID } from './crash-project.ts';
import { LeapingTime, startProcess } from './simulated-process.ts';

export interface Play {
  project: AgentProject;
  build: Build;
  question: string;
  /**
   * For each process in turn, the index of the point at which it ends, counted from the start of the run; later ones
   * live on.
   */
  deaths?: readonly number[];
  /** The store; by default one in memory. */
  world?: World;
}

export interface Played {
  lives: ProcessLife[];
  /** The faults of the answer. */
  faults: unknown[];
}

export async function playAnswer(play: Play): Promise<Played> {
  const outside = await openOutside();
  Object.assign(process.env, outside.env);
  const world: World = play.world ?? (await play.project.runtime.createWorld({ kind: 'memory' }));
  await world.open();
  try {
    const { lives, answer } = await playLives(play, world);
    const faults = await answer.findFaults(outside);
    return { lives, faults };
  } finally {
    await world.close();
    await outside.close();
  }
}

async function playLives(
  { project, build, question, deaths = [] }: Play,
  world: World,
): Promise<{ lives: ProcessLife[]; answer: AnswerWatch }> {
  const time = new LeapingTime();
  const lives: ProcessLife[] = [];
  let answer: AnswerWatch | null = null;
  for (;;) {
    const life = new ProcessLife();
    lives.push(life);
    await startProcess({ project, build, world, time, life });
    life.points.length = 0;
    life.endAfter(deaths[lives.length - 1] ?? Infinity);
    const runId = await findRun(world, life, () => project.api.start({ workflowId: WORKFLOW_ID }, [question]));
    if (runId) answer ??= new AnswerWatch(world, question, runId);
    if (answer) await Promise.race([life.ended, goOn(project, answer)]);
    if (answer && !life.isOver) {
      // It would go on asking the store, which is closed soon.
      life.end();
      return { lives, answer };
    }
    await answer?.noteEnd();
    time.leap();
  }
}

/** The run, which a process before this one may have started; `null` when this one ended before it could. */
async function findRun(world: World, life: ProcessLife, start: () => Promise<unknown>): Promise<RunId | null> {
  const newest = async (): Promise<RunId | null> => (await world.listRuns({ limit: 1 })).runs[0]?.runId ?? null;
  if (!(await newest())) await Promise.race([life.ended, start()]);
  return await newest();
}

/** Approves what waits, perhaps for the second time: what nobody waits for any more is refused. */
async function goOn({ api }: AgentProject, answer: AnswerWatch): Promise<void> {
  await api.resumeHook(await answer.approvalId(), { approved: true }).catch(() => {});
  await answer.over();
}
