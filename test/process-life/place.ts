/** Servers with an application on one store, each as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A running `busy-server.ts`. */
export interface BusyServer {
  url: string;
  process: ChildProcess;
  /** Exit code and signal. */
  ended: Promise<unknown[]>;
  /** The JSON of an answer with status 200; rejects for others. */
  ask(path: string): Promise<any>;
  /** Its standard error so far. */
  errors(): string;
}

/** Starts servers on one store, each as a process of its own. `release` lets the steps of a name go on. */
export function createPlace(): { serve(env?: NodeJS.ProcessEnv): Promise<BusyServer>; release(name: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    serve: (env = {}) => serve(folder, env),
    release: (name) => writeFileSync(join(folder, name), ''),
  };
}

async function serve(folder: string, env: NodeJS.ProcessEnv): Promise<BusyServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'busy-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WORKFLOW_DATA_DIR: join(folder, 'store'), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  return { url, process: child, ended: once(child, 'exit'), ask, errors: () => errors };
}
