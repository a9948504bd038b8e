/** Whether the code of a copy asks for the same as the code of the run that was copied, arguments included. */
import type { RunId } from '../contract/ids.ts';
import { isCommand } from '../journal/event-kinds.ts';
import type { CommandEvent, JournalEvent, Payload } from '../journal/events.ts';

/** A command about one step call, sleep, hook or child. */
type CallCommand = Extract<CommandEvent, { call: number }>;

/** The first command of each call: the one that asked for it. */
export class Requests {
  readonly #events: readonly JournalEvent[];
  readonly #byCall = new Map<number, CallCommand>();
  #read = 0;

  /** @param events May grow. */
  constructor(events: readonly JournalEvent[]) {
    this.#events = events;
  }

  /** The command that asked for the call; `undefined`: none has. */
  of(call: number): CallCommand | undefined {
    for (const event of this.#events.slice(this.#read))
      if (isCommand(event) && 'call' in event && !this.#byCall.has(event.call)) this.#byCall.set(event.call, event);
    this.#read = this.#events.length;
    return this.#byCall.get(call);
  }
}

/** Compares commands of two runs. Their own ids, and those of their children, count as the same. */
export class RequestComparison {
  /** Ids of the new run, and the ids that the other one has in their place. */
  readonly #ids: [now: string, then: string][];

  constructor(now: RunId, then: RunId) {
    this.#ids = [[now, then]];
  }

  /** Whether both ask for the same, with the same arguments and times. */
  areSame(now: CallCommand, then: CallCommand): boolean {
    if (now.type === 'child_created' && then.type === 'child_created') {
      this.#ids.push([now.childId, then.childId]);
      return now.workflowId === then.workflowId && this.#areSameValues(now.payload, then.payload);
    }
    if (now.type === 'step_created' && then.type === 'step_created')
      return now.name === then.name && this.#areSameValues(now.payload, then.payload);
    if (now.type === 'wait_created' && then.type === 'wait_created') return now.dueAt === then.dueAt;
    if (now.type === 'hook_created' && then.type === 'hook_created') return now.token === then.token;
    return now.type === then.type;
  }

  #areSameValues(now: Payload, then: Payload): boolean {
    return now === then || this.#ids.reduce((text, [id, other]) => text.replaceAll(id, other), now) === then;
  }
}
