/** A debugger as editors have it, through the protocol that they speak with Node. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { decode } from '@jridgewell/sourcemap-codec';

/** In a script; both from 0. */
interface Location {
  lineNumber: number;
  columnNumber: number;
}

interface Paused {
  reason: string;
  callFrames: { callFrameId: string; functionName: string; location: Location & { scriptId: string } }[];
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

/** A button of a debugger. */
export type Command = 'resume' | 'stepInto' | 'stepOver' | 'stepOut';

/**
 * A debugger as editors have it: before a script with a map runs, it sets the breakpoints that are in its sources, or
 * skips the script where the map says so.
 */
export class Debugger {
  readonly #socket: WebSocket;
  readonly #maps = new Map<string, ScriptMap>();
  readonly #breakpoints: readonly number[];
  readonly #source: string;
  readonly #commands: Command[];
  /** Functions and lines at which it has paused. */
  readonly stops: string[] = [];
  /** The name of a variable to look at, whenever it pauses. */
  watched: string | null = null;
  /** Its values, as text. */
  readonly values: string[] = [];
  #id = 0;
  #program: number | null = null;

  /** @param commands One for each stop; after them it resumes. */
  constructor(socket: WebSocket, source: string, breakpoints: readonly number[], commands: readonly Command[]) {
    this.#socket = socket;
    this.#source = source;
    this.#breakpoints = breakpoints;
    this.#commands = [...commands];
    socket.addEventListener('message', ({ data }) => this.#on(JSON.parse(String(data))));
    this.#send('Debugger.enable');
    this.#send('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptWithSourceMapExecution' });
    this.#send('Runtime.enable');
    this.#send('NodeRuntime.enable');
  }

  #send(method: string, params: object = {}): void {
    this.#socket.send(JSON.stringify({ id: ++this.#id, method, params }));
  }

  #on({ method, params, result }: { method?: string; params: never; result?: { result?: { value?: unknown } } }): void {
    if (result?.result && 'value' in result.result) this.values.push(String(result.result.value));
    // The inspector listens before the process waits for it, and forgets a permission that comes before.
    if (method === 'NodeRuntime.waitingForDebugger') this.#send('Runtime.runIfWaitingForDebugger');
    if (method === 'Debugger.scriptParsed') this.#onScript(params);
    if (method === 'Debugger.paused') this.#onPaused(params);
    if (method === 'Runtime.executionContextCreated') this.#onContext(params);
    if (method === 'Runtime.executionContextDestroyed') this.#onContextGone(params);
  }

  /** The first one is that of the program; realms of workflows have others. */
  #onContext({ context }: { context: { id: number } }): void {
    this.#program ??= context.id;
  }

  /** The collector may take that of a realm at any time; the program ends with its own. */
  #onContextGone({ executionContextId }: { executionContextId: number }): void {
    if (executionContextId === this.#program) this.#socket.close();
  }

  #onScript({ scriptId, url, sourceMapURL }: { scriptId: string; url: string; sourceMapURL: string }): void {
    if (!sourceMapURL) return;
    const address = sourceMapURL.startsWith('data:') ? sourceMapURL : new URL(sourceMapURL, url).href;
    const text = address.startsWith('data:')
      ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64').toString()
      : readFileSync(fileURLToPath(address), 'utf8');
    const read = JSON.parse(text) as { sources: string[]; mappings: string; ignoreList?: number[] };
    if (read.ignoreList?.length === read.sources.length)
      this.#send('Debugger.setBlackboxedRanges', { scriptId, positions: [{ lineNumber: 0, columnNumber: 0 }] });
    const map = new ScriptMap(read, { address, source: this.#source });
    this.#maps.set(scriptId, map);
    for (const location of this.#breakpoints.map((line) => map.find(line)))
      if (location) this.#send('Debugger.setBreakpoint', { location: { scriptId, ...toLocation(location) } });
  }

  #onPaused({ callFrames: [top], reason }: Paused): void {
    const line =
      reason === 'instrumentation' ? undefined : this.#maps.get(top!.location.scriptId)?.lineOf(top!.location);
    if (reason !== 'instrumentation')
      this.stops.push(line === undefined ? 'elsewhere' : `${top!.functionName}:${line}`);
    if (line !== undefined && this.watched !== null) {
      const { callFrameId } = top!;
      this.#send('Debugger.evaluateOnCallFrame', { callFrameId, expression: this.watched, returnByValue: true });
    }
    const command = line === undefined ? undefined : this.#commands.shift();
    this.#send(`Debugger.${command ?? 'resume'}`);
  }
}

const toLocation = ({ lineNumber, columnNumber }: Location): Location => ({ lineNumber, columnNumber });

/** Resolves when a process that has printed the address of its inspector has a debugger. */
export async function attach(stderr: Readable, debug: (socket: WebSocket) => Debugger): Promise<Debugger> {
  for await (const line of createInterface(stderr)) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1];
    if (!address) continue;
    const socket = new WebSocket(address);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    stderr.resume();
    return debug(socket);
  }
  throw new Error('The inspector did not open.');
}
