/**
 * graphile-worker on a PostgreSQL server that this process starts. It has jobs and no workflows: a run is a chain of
 * jobs, each of which adds the next one, and its result is that the last one has ended. Nothing of a run is stored
 * after it.
 */
import { randomUUID } from 'node:crypto';
import { serveDriver } from '../driver.ts';
import { marks } from '../marks.ts';
import type { StartedRun } from '../system.ts';
import { requirePeer, startPeerPostgres } from './peer-postgres.ts';
import { readDiskBytes, readServerSettings } from './postgres-figures.ts';

/** The place of a job in its run. */
interface Link {
  run: string;
  step: number;
  steps: number;
}

interface Helpers {
  addJob(task: string, payload: Link): Promise<unknown>;
}

/** The part of the package that this driver uses. */
interface GraphileWorker {
  run(options: Record<string, unknown>): Promise<Runner>;
}

interface Runner extends Helpers {
  stop(): Promise<void>;
  events: { on(event: 'job:complete', listener: (ended: { job: { payload: Link } }) => void): unknown };
}

const CONCURRENCY = 100;
/** As its documentation advises for many short jobs. */
const LOCAL_QUEUE = 500;

await serveDriver(async (dir) => {
  const postgres = await startPeerPostgres(dir);
  const { run }: GraphileWorker = requirePeer('graphile-worker');
  const ends = new Map<string, { left: number; resolve(): void }>();
  const runner = await run({
    connectionString: postgres.url,
    concurrency: CONCURRENCY,
    maxPoolSize: 10,
    noHandleSignals: true,
    logger: silentLogger(),
    preset: { worker: { localQueue: { size: LOCAL_QUEUE }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: {
      async chain({ run: name, step, steps }: Link, { addJob }: Helpers) {
        marks.add();
        if (step + 1 < steps) await addJob('chain', { run: name, step: step + 1, steps });
      },
      part: () => marks.add(),
    },
  });
  // When the database knows it.
  runner.events.on('job:complete', ({ job }) => {
    const end = ends.get(job.payload.run);
    if (!end || (end.left -= 1) > 0) return;
    ends.delete(job.payload.run);
    end.resolve();
  });
  return {
    async start(workflow, [count]): Promise<StartedRun> {
      const steps = Number(count);
      const name = randomUUID();
      const isFan = workflow === 'fanOut';
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, { left: steps, resolve });
      if (isFan) {
        const parts = Array.from({ length: steps }, (_, step) => runner.addJob('part', { run: name, step, steps }));
        await Promise.all(parts);
      } else await runner.addJob('chain', { run: name, step: 0, steps });
      return { result: () => promise.then(() => steps), chunks: noChunks };
    },
    isOpen: async () => true,
    resume: () => Promise.reject(new Error('Jobs wait for nothing.')),
    diskBytes: () => readDiskBytes(postgres.ask),
    settings: () => readServerSettings(postgres.ask),
    async close() {
      await runner.stop();
      await postgres.stop();
    },
  };
});

async function* noChunks(): AsyncGenerator<never> {}

function silentLogger(): unknown {
  const { Logger }: { Logger: new (factory: () => () => void) => unknown } = requirePeer('graphile-worker');
  return new Logger(() => () => {});
}
