/** Notes of a traced replay: where in the source calls are made, and whether the code waits for them. */
import type { AskedCommand } from '../journal/commands.ts';
import { callerFrames } from './stack-format.ts';

/** Where in the source a command was asked for. */
export interface TracedPlace {
  /** The running code and its callers, the innermost first, one per line: `reserve (shop.ts:3:7)`. */
  frames: string;
  /** The innermost frame is the declaration of a step, which only passes the call on. */
  isDeclaration: boolean;
}

/** Which calls are traced: looking for the place of a call takes time. */
export type TracedCalls = 'all' | ReadonlySet<number>;

/** The notes about the calls of one run, by call. */
export class CallTrace {
  readonly places = new Map<number, TracedPlace>();
  /** Child runs whose result the code has asked for. */
  readonly awaited = new Set<number>();
  readonly #calls: TracedCalls;

  constructor(calls: TracedCalls) {
    this.#calls = calls;
  }

  /** The code asks for this now. @returns Its place; `null`: it is not traced. */
  look(command: AskedCommand, isDeclaration: boolean): TracedPlace | null {
    const call = 'call' in command ? command.call : null;
    if (this.#calls !== 'all' && (call === null || !this.#calls.has(call))) return null;
    const place = { frames: callerFrames(), isDeclaration };
    if (call !== null) this.#keep(call, place);
    return place;
  }

  /** The code takes up a call again that it had made before it began anew. */
  lookAt(call: number): void {
    if (this.#calls === 'all' || this.#calls.has(call))
      this.#keep(call, { frames: callerFrames(), isDeclaration: false });
  }

  /** A call is where it was made, not where it was ended. */
  #keep(call: number, place: TracedPlace): void {
    if (!this.places.has(call)) this.places.set(call, place);
  }
}
