/** Nitro's server closes its connections some time after a signal, and a step may take longer than it thinks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import { deploy, effectsFileOf } from '../deploy.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { nitro } from './nitro.ts';

const LIMIT_MS = 600_000;
/** More than the 5 seconds of Nitro, and less than ours. */
const STEP_MS = 6_500;

describe('a production server that is told to end', () => {
  let outputDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    outputDir = mkdtempSync(join(tmpdir(), 'workflow-output-'));
    server = (await deploy(nitro, outputDir)).serve(await findFreePort());
    await server.start();
  }, LIMIT_MS);
  afterAll(async () => {
    await server?.end('SIGKILL');
    rmSync(outputDir, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT_MS);

  test('answers those who wait for a step of more than five seconds', async () => {
    const client = new AppClient({ url: server.url, effectsFile: effectsFileOf(outputDir) });
    const runId = await client.start('countTo', 1, STEP_MS);
    const lines = client.allLines(runId);
    const result = client.result(runId);
    expect(await client.firstLine(runId)).toBe('1');
    await Promise.all([
      server.end('SIGTERM'),
      expect(lines).resolves.toEqual(['1']),
      expect(result).resolves.toBeNull(),
    ]);
    expect(server.exitCode).toBe(0);
  });
});
