/** The main function of every driver process: one job, then the end. */
import { setTimeout as delay } from 'node:timers/promises';
import { marks } from './marks.ts';
import { hasType, type FromDriver, type Job, type ToDriver } from './protocol.ts';
import type { OpenSystem, System } from './system.ts';
import { measureWorkload } from './measure-workload.ts';

/**
 * Before each measured part, so that code is compiled and connections are open: two rounds of runs, more while there is
 * time.
 */
const WARM_UP_ROUND = 10;
const WARM_UP_ROUNDS_MIN = 2;
const WARM_UP_MS = 1_000;
const WARM_UP_STEPS = 5;
/** How long closing may take before the process ends regardless. */
const CLOSE_LIMIT_MS = 5_000;

/**
 * Serves one job of the parent with the system that `open` makes. When the parent goes away, so does this process.
 * @param open Opens the system in the job's directory.
 */
export async function serveDriver(open: OpenSystem): Promise<void> {
  let system: System | undefined;
  const stop = async () => {
    await Promise.race([system?.close(), delay(CLOSE_LIMIT_MS, undefined, { ref: false })]).catch(() => {});
    if (process.connected) await send({ type: 'stopped' });
    process.exit(0);
  };
  process.once('disconnect', () => void stop());
  try {
    const job = await nextMessage('job');
    system = await open(job.dir);
    if (job.params.warmUp) await warmUp(system);
    await send({ type: 'ready', settings: await system.settings() });
    await nextMessage('go');
    await send(await measure(system, job));
    await nextMessage('stop');
  } catch (error) {
    await send({ type: 'failed', error: error instanceof Error ? String(error.stack) : String(error) });
  }
  await stop();
}

async function measure(system: System, job: Job): Promise<FromDriver> {
  const diskBefore = await system.diskBytes();
  marks.clear();
  const cpuBefore = process.cpuUsage();
  const outcome = await measureWorkload(system, job.params, job.limitMs);
  const cpu = process.cpuUsage(cpuBefore);
  const rssBytes = process.memoryUsage.rss();
  const diskAfter = await system.diskBytes();
  const self = {
    cpuMs: (cpu.user + cpu.system) / 1000,
    rssBytes,
    diskDataBytes: diskAfter.data - diskBefore.data,
    diskLogBytes: diskAfter.log - diskBefore.log,
  };
  return { type: 'measured', outcome, self };
}

async function warmUp(system: System): Promise<void> {
  const begun = performance.now();
  for (let round = 0; round < WARM_UP_ROUNDS_MIN || performance.now() - begun < WARM_UP_MS; round++) {
    await Promise.all(Array.from({ length: WARM_UP_ROUND }, () => runOnce(system)));
  }
}

async function runOnce(system: System): Promise<void> {
  const run = await system.start('sequence', [WARM_UP_STEPS]);
  await run.result();
}

function nextMessage<T extends ToDriver['type']>(type: T): Promise<Extract<ToDriver, { type: T }>> {
  return new Promise((resolve) => {
    const listen = (message: ToDriver) => {
      if (!hasType(message, type)) return;
      process.off('message', listen);
      resolve(message);
    };
    process.on('message', listen);
  });
}

function send(message: FromDriver): Promise<void> {
  return new Promise((resolve) => process.send!(message, undefined, {}, () => resolve()));
}
