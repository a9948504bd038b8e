/**
 * `node bench/encryption.ts [--rounds N] [--workload ID]`: the same work of ours with and without a key, by turns, so
 * that both see the same moods of the machine. Encryption may cost 15 % of throughput.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { planWorkloads, type PlannedWorkload } from './plan.ts';
import { runWorkload, type WorkloadRequest } from './run-workload.ts';
import { median } from './statistics.ts';
import { SYSTEMS } from './systems.ts';

/** The figure by which each workload is compared: more is better. */
const RATES: Record<string, (figures: Record<string, number>) => number> = {
  throughput: ({ stepsPerSecond }) => stepsPerSecond!,
  'stream-10000': ({ chunksPerSecond }) => chunksPerSecond!,
  'sequence-1000': ({ perStepMs }) => 1000 / perStepMs!,
  'replay-1000': ({ replayMs }) => 1000 / replayMs!,
};
const KEYS = { plain: '', encrypted: `bench:${Buffer.alloc(32, 7).toString('base64')}` };
type Form = keyof typeof KEYS;
const LIMIT_MS = 45_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, workload: { type: 'string' } },
});
await build();
const parent = mkdtempSync(join(tmpdir(), 'workflow-bench-'));
try {
  const planned = planWorkloads('full').filter(({ params: { id } }) => id in RATES && id === (values.workload ?? id));
  for (const workload of planned) await compare(workload, Number(values.rounds));
} finally {
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
}

async function compare(workload: PlannedWorkload, rounds: number): Promise<void> {
  const rates: Record<Form, number[]> = { plain: [], encrypted: [] };
  const cpu: Record<Form, number[]> = { plain: [], encrypted: [] };
  for (let round = 0; round < rounds; round += 1) {
    const forms: Form[] = round % 2 === 0 ? ['plain', 'encrypted'] : ['encrypted', 'plain'];
    for (const form of forms) {
      const { rate, cpuMs } = await measureOnce(workload, form);
      rates[form].push(rate);
      cpu[form].push(cpuMs);
    }
  }
  const change = (of: Record<Form, number[]>): string =>
    `${((median(of.encrypted) / median(of.plain) - 1) * 100).toFixed(1).padStart(6)} %`;
  const { title } = workload.params;
  console.log(`${title.padEnd(48)} rate ${change(rates)}   CPU per unit ${change(cpu)}   (${rounds} rounds)`);
}

async function measureOnce({ params, prepare }: PlannedWorkload, form: Form): Promise<{ rate: number; cpuMs: number }> {
  const dir = mkdtempSync(join(parent, `${form}-`));
  const request = {
    driverFile: SYSTEMS.ours.driverFile,
    dir,
    limitMs: LIMIT_MS,
    environment: { WORKFLOW_ENCRYPTION_KEYS: KEYS[form] },
    signal: new AbortController().signal,
  };
  try {
    if (prepare) await untilDone({ ...request, params: prepare });
    const { outcome, use } = await untilDone({ ...request, params });
    const units = Math.max(...Object.values(outcome.done));
    return { rate: RATES[params.id]!(outcome.figures), cpuMs: use.cpuMs / units };
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function untilDone(request: WorkloadRequest) {
  const { outcome, use } = await runWorkload(request);
  if (outcome.result && use) return { outcome, use };
  throw new Error(`"${request.params.id}" gave no result: ${JSON.stringify(outcome)}`);
}
