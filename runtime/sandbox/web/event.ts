import type { SandboxEventTarget } from './event-target.ts';
import { getWebClock } from './web-host.ts';
import { assertArguments, toText } from './web-idl.ts';

/** The state of an event during its dispatch. */
export interface EventState {
  target: SandboxEventTarget | null;
  dispatching: boolean;
  /** `stopPropagation()` was called. */
  stopped: boolean;
  /** `stopImmediatePropagation()` was called. */
  stoppedAtOnce: boolean;
  /** A passive listener is running. */
  passive: boolean;
}

/** Reads the state of an event; for {@link SandboxEventTarget} only. */
export let stateOf: (event: SandboxEvent) => EventState;

interface EventOptions {
  bubbles?: unknown;
  cancelable?: unknown;
  composed?: unknown;
}

const AT_TARGET = 2;

/** Constants of the `Event` interface. */
export const EVENT_CONSTANTS = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 };

/** `Event` of the Web platform. Targets form no tree, so nothing is captured or bubbles. */
export class SandboxEvent {
  readonly #type: string;
  readonly #options: EventOptions;
  readonly #timeStamp = getWebClock().now();
  readonly #state: EventState = {
    target: null,
    dispatching: false,
    stopped: false,
    stoppedAtOnce: false,
    passive: false,
  };
  #prevented = false;

  static {
    stateOf = (event) => event.#state;
  }

  constructor(type: unknown, options: EventOptions | null = {}) {
    assertArguments(arguments.length, 1, 'Event constructor');
    this.#type = toText(type);
    this.#options = options ?? {};
  }

  get type(): string {
    return this.#type;
  }
  get target(): SandboxEventTarget | null {
    return this.#state.target;
  }
  get currentTarget(): SandboxEventTarget | null {
    return this.#state.dispatching ? this.#state.target : null;
  }
  get srcElement(): SandboxEventTarget | null {
    return this.#state.target;
  }
  get eventPhase(): number {
    return this.#state.dispatching ? AT_TARGET : EVENT_CONSTANTS.NONE;
  }
  get bubbles(): boolean {
    return Boolean(this.#options.bubbles);
  }
  get cancelable(): boolean {
    return Boolean(this.#options.cancelable);
  }
  get composed(): boolean {
    return Boolean(this.#options.composed);
  }
  get defaultPrevented(): boolean {
    return this.#prevented;
  }
  get returnValue(): boolean {
    return !this.#prevented;
  }
  get cancelBubble(): boolean {
    return this.#state.stopped;
  }
  set cancelBubble(value: boolean) {
    if (value) this.stopPropagation();
  }
  get isTrusted(): boolean {
    return false;
  }
  get timeStamp(): number {
    return this.#timeStamp;
  }

  composedPath(): SandboxEventTarget[] {
    return this.#state.dispatching && this.#state.target ? [this.#state.target] : [];
  }
  preventDefault(): void {
    if (this.cancelable && !this.#state.passive) this.#prevented = true;
  }
  stopPropagation(): void {
    this.#state.stopped = true;
  }
  stopImmediatePropagation(): void {
    this.#state.stopped = true;
    this.#state.stoppedAtOnce = true;
  }
}

/** `CustomEvent` of the Web platform. */
export class SandboxCustomEvent extends SandboxEvent {
  readonly #detail: unknown;

  constructor(type: unknown, options: (EventOptions & { detail?: unknown }) | null = {}) {
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail(): unknown {
    return this.#detail;
  }
}
