/**
 * `node bench/telemetry/main.ts [--rounds N] [--runs N] [--before CHECKOUT]`: what OpenTelemetry costs at 100 runs in
 * flight, by turns, so that all forms see the same moods of the machine. With nobody looking it may cost 3 % of
 * throughput against an earlier checkout, and with traces 15 %.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { planWorkloads } from '../plan.ts';
import { runWorkload } from '../run-workload.ts';
import { median } from '../statistics.ts';
import { SYSTEMS } from '../systems.ts';

const LIMIT_MS = 60_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    runs: { type: 'string', default: '3000' },
    before: { type: 'string' },
  },
});

interface Form {
  title: string;
  driverFile: string;
  /** The module that the process loads first. */
  preload?: string;
}

const { driverFile } = SYSTEMS.ours;
const FORMS: Form[] = [
  { title: 'without OpenTelemetry', driverFile },
  { title: 'API without provider', driverFile, preload: 'load-api.ts' },
  { title: 'traces', driverFile, preload: 'trace-to-nowhere.ts' },
  { title: 'traces and metrics', driverFile, preload: 'trace-and-measure.ts' },
];
if (values.before) FORMS.unshift({ title: 'before', driverFile: join(values.before, 'bench/drivers/ours.ts') });

const workload = planWorkloads('full').find(({ params }) => params.id === 'throughput')!;
const params = { ...workload.params, runs: Number(values.runs) };
await build();
const parent = mkdtempSync(join(tmpdir(), 'workflow-bench-'));
try {
  const rates = new Map(FORMS.map((form) => [form, [] as number[]]));
  const cpu = new Map(FORMS.map((form) => [form, [] as number[]]));
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const form of inTurn(FORMS, round)) {
      const { rate, cpuMs } = await measureOnce(form);
      rates.get(form)!.push(rate);
      cpu.get(form)!.push(cpuMs);
    }
  const [base] = FORMS;
  for (const form of FORMS) {
    const change = (of: Map<Form, number[]>): string =>
      `${((median(of.get(form)!) / median(of.get(base!)!) - 1) * 100).toFixed(1).padStart(6)} %`;
    const rate = `${median(rates.get(form)!).toFixed(0).padStart(6)} steps/s`;
    console.log(`${form.title.padEnd(24)} ${rate} ${change(rates)}   CPU per run ${change(cpu)}`);
  }
} finally {
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
}

/** Each round begins with another form. */
function inTurn(forms: Form[], round: number): Form[] {
  const first = round % forms.length;
  return [...forms.slice(first), ...forms.slice(0, first)];
}

async function measureOnce(form: Form): Promise<{ rate: number; cpuMs: number }> {
  const dir = mkdtempSync(join(parent, 'run-'));
  const { href } = new URL(form.preload ?? '.', import.meta.url);
  const environment = form.preload ? { NODE_OPTIONS: `--import=${href}` } : {};
  const request = { driverFile: form.driverFile, dir, limitMs: LIMIT_MS, environment, params };
  try {
    const { outcome, use } = await runWorkload({ ...request, signal: new AbortController().signal });
    if (!outcome.result || !use) throw new Error(`"${form.title}" gave no result: ${JSON.stringify(outcome)}`);
    return { rate: outcome.figures['stepsPerSecond']!, cpuMs: use.cpuMs / Math.max(...Object.values(outcome.done)) };
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
