/** Breakpoints by source, through the protocol that editors speak with Node. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decode } from '@jridgewell/sourcemap-codec';
import { expect, onTestFinished, test } from 'vitest';
import { builderOf } from '../compiler-build/project-builder.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';

const ORDER = `type Order = { id: string };

export async function order({ id }: Order): Promise<string> {
  'use workflow';
  const total = await priceOf(id);
  return [id, total, total * 2].join(' ');
}

async function priceOf(id: string): Promise<number> {
  'use step';
  const price = id.length;
  return price;
}
`;

const SERVER = `process.env.WORKFLOW_WORLD = 'memory';
const { start } = await import('workflow/api');
const { getWorld, registerBuild } = await import('workflow/runtime');
const { bundle } = await import('./.workflow/workflows.mjs');
const { loadSteps } = await import('./.workflow/steps.mjs');
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const run = await start({ workflowId: 'workflow//./workflows/order//order' }, [{ id: 'abc' }]);
console.log(await run.returnValue);
await getWorld().close();
`;

/** In a script; both from 0. */
interface Location {
  lineNumber: number;
  columnNumber: number;
}

interface Paused {
  reason: string;
  callFrames: { functionName: string; location: Location & { scriptId: string } }[];
}

/** A script's places in one source. */
class ScriptMap {
  /** From the map, in the order of the script. `line`: of the source, from 1. */
  readonly #segments: { lineNumber: number; columnNumber: number; line: number; column: number }[] = [];

  constructor(map: { sources: string[]; mappings: string }, { address, source }: { address: string; source: string }) {
    const index = map.sources.findIndex((name) => URL.parse(name, address)?.href === source);
    for (const [lineNumber, segments] of decode(map.mappings).entries())
      for (const [columnNumber, sourceIndex, line, column] of segments)
        if (sourceIndex === index) this.#segments.push({ lineNumber, columnNumber, line: line! + 1, column: column! });
  }

  /** The script's place for the first column of a line that it has. */
  find(line: number): Location | undefined {
    const ofLine = this.#segments.filter((segment) => segment.line === line);
    return ofLine.toSorted((a, b) => a.column - b.column)[0];
  }

  lineOf({ lineNumber, columnNumber }: Location): number | undefined {
    return this.#segments.findLast((at) => at.lineNumber === lineNumber && at.columnNumber <= columnNumber)?.line;
  }
}

/** A debugger as editors have it: before a script with a map runs, it sets the breakpoints that are in its sources. */
class Debugger {
  readonly #socket: WebSocket;
  readonly #maps = new Map<string, ScriptMap>();
  readonly #breakpoints: readonly number[];
  readonly #source: string;
  /** Functions and lines at which it has paused. */
  readonly stops: string[] = [];
  #id = 0;

  constructor(socket: WebSocket, source: string, breakpoints: readonly number[]) {
    this.#socket = socket;
    this.#source = source;
    this.#breakpoints = breakpoints;
    socket.addEventListener('message', ({ data }) => this.#on(JSON.parse(String(data))));
    this.#send('Debugger.enable');
    this.#send('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptWithSourceMapExecution' });
    this.#send('Runtime.enable');
    this.#send('Runtime.runIfWaitingForDebugger');
  }

  #send(method: string, params: object = {}): void {
    this.#socket.send(JSON.stringify({ id: ++this.#id, method, params }));
  }

  #on({ method, params }: { method?: string; params: never }): void {
    if (method === 'Debugger.scriptParsed') this.#onScript(params);
    if (method === 'Debugger.paused') this.#onPaused(params);
    if (method === 'Runtime.executionContextDestroyed') this.#socket.close();
  }

  #onScript({ scriptId, url, sourceMapURL }: { scriptId: string; url: string; sourceMapURL: string }): void {
    if (!sourceMapURL) return;
    const address = sourceMapURL.startsWith('data:') ? sourceMapURL : new URL(sourceMapURL, url).href;
    const text = address.startsWith('data:')
      ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64').toString()
      : readFileSync(fileURLToPath(address), 'utf8');
    const map = new ScriptMap(JSON.parse(text), { address, source: this.#source });
    this.#maps.set(scriptId, map);
    for (const location of this.#breakpoints.map((line) => map.find(line)))
      if (location) this.#send('Debugger.setBreakpoint', { location: { scriptId, ...toLocation(location) } });
  }

  #onPaused({ callFrames: [top], reason }: Paused): void {
    const line =
      reason === 'instrumentation' ? undefined : this.#maps.get(top!.location.scriptId)?.lineOf(top!.location);
    if (line !== undefined) this.stops.push(`${top!.functionName}:${line}`);
    this.#send('Debugger.resume');
  }
}

const toLocation = ({ lineNumber, columnNumber }: Location): Location => ({ lineNumber, columnNumber });

/** Runs the server with a debugger, and gives what it printed. */
async function debug({ dir, path }: TempProject, breakpoints: readonly number[]) {
  const args = ['--inspect-brk=127.0.0.1:0', '--no-warnings', '--input-type=module', '-e', SERVER];
  const child = spawn(process.execPath, args, { cwd: dir });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (text) => (printed += String(text)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface(child.stderr)) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1];
    if (!address) continue;
    const socket = new WebSocket(address);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const session = new Debugger(socket, pathToFileURL(path('workflows/order.ts')).href, breakpoints);
    child.stderr.resume();
    await ended;
    return { printed, stops: session.stops };
  }
  throw new Error('The inspector did not open.');
}

test('a debugger stops in the workflow, in its step, and in the workflow again, at lines of the source', async () => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER });
  await builderOf(project).build();
  const { printed, stops } = await debug(project, [5, 11, 6]);
  expect(printed).toBe('abc 3 6\n');
  expect(stops).toEqual(['order:5', 'priceOf:11', 'order:6']);
});
