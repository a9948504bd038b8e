/** Functions of the application, and of its libraries, that hear what becomes of runs and attempts in this process. */
import { channel, type Channel } from 'node:diagnostics_channel';
import type { Log } from '../contract/log.ts';

/** The fields of every event. */
export interface RunEvent {
  runId: string;
  /** `workflow//…`; `null`: the run has not begun to work. */
  workflowName: string | null;
}

/** An attempt of a step failed. */
export interface StepFailedEvent extends RunEvent {
  /** `step//…` */
  stepName: string;
  /** See `getStepMetadata().stepId`. */
  stepId: string;
  /** Which failure of the step it is, from 1. */
  attempt: number;
  /** So many are made; `null`: no number ends the step. */
  attempts: number | null;
  /** When the step is tried again; `null`: it is not, and the workflow gets the error. */
  retryAt: Date | null;
  /** As the workflow gets it: with places in your source, and with secrets masked. */
  error: unknown;
}

/** A run failed. */
export interface RunFailedEvent extends RunEvent {
  /** The step that has thrown the error, or its cause; `null`: the workflow's own code has. */
  stepName: string | null;
  error: unknown;
}

/** A run was cancelled. */
export interface RunCancelledEvent extends RunEvent {
  reason: string | null;
}

/** A run was put aside, because the code of this process cannot go on with it. */
export interface RunParkedEvent extends RunEvent {
  error: unknown;
}

/** The events, by the name of their handler. The process in which something happens tells of it, once. */
export interface WorkflowEvents {
  stepFailed: StepFailedEvent;
  runCompleted: RunEvent;
  runFailed: RunFailedEvent;
  runCancelled: RunCancelledEvent;
  runParked: RunParkedEvent;
}

/** Functions that are called when something happens. An error that they throw is logged, and has no other effect. */
export type EventHandlers = { [Name in keyof WorkflowEvents]?: ((event: WorkflowEvents[Name]) => unknown) | undefined };

/** By event, the name of its channel in `node:diagnostics_channel`. */
export const EVENT_CHANNELS = {
  stepFailed: 'workflow.step.failed',
  runCompleted: 'workflow.run.completed',
  runFailed: 'workflow.run.failed',
  runCancelled: 'workflow.run.cancelled',
  runParked: 'workflow.run.parked',
} as const satisfies Record<keyof WorkflowEvents, string>;

/** All who hear of events. */
export class Observers {
  readonly #log: Log;
  #handlers: EventHandlers = {};
  readonly #channels = new Map<string, Channel>(
    Object.entries(EVENT_CHANNELS).map(([name, title]) => [name, channel(title)]),
  );

  constructor(log: Log) {
    this.#log = log;
  }

  /** Calls these from now on, each in place of the one before for its event; `undefined` takes that away. */
  use(handlers: EventHandlers): void {
    this.#handlers = { ...this.#handlers, ...handlers };
  }

  /** @param describe Makes the event; it is not called when nobody listens. */
  tell<Name extends keyof WorkflowEvents>(name: Name, describe: () => WorkflowEvents[Name]): void {
    const handler = this.#handlers[name];
    const title = this.#channels.get(name)!;
    if (!handler && !title.hasSubscribers) return;
    const event = describe();
    if (title.hasSubscribers) title.publish(event);
    if (handler) void this.#call(name, handler, event);
  }

  async #call<Event>(name: string, handler: (event: Event) => unknown, event: Event): Promise<void> {
    try {
      await handler(event);
    } catch (error) {
      this.#log.error('handler_failed', { handler: name, error });
    }
  }
}
