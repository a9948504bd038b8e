import { SandboxDOMException } from './dom-exception.ts';
import { SandboxEvent, stateOf } from './event.ts';
import { assertArguments, isObject, toText } from './web-idl.ts';

type Handler = (event: SandboxEvent) => unknown;
type Callback = Handler | { handleEvent(event: SandboxEvent): unknown };

interface Listener {
  type: string;
  callback: Callback;
  capture: boolean;
  once: boolean;
  passive: boolean;
  removed: boolean;
}

interface ListenerOptions {
  capture?: unknown;
  once?: unknown;
  passive?: unknown;
  signal?: { aborted: boolean; addEventListener(type: string, callback: () => void): void } | undefined;
}

/**
 * `EventTarget` of the Web platform. When a listener throws, `dispatchEvent` throws its error after all listeners have
 * run, because a workflow has no other place where an uncaught error would show.
 */
export class SandboxEventTarget {
  #listeners: Listener[] = [];

  addEventListener(type: unknown, callback: Callback | null, options?: ListenerOptions | boolean): void {
    assertArguments(arguments.length, 2, 'EventTarget.addEventListener');
    if (callback === null || callback === undefined) return;
    if (!isObject(callback)) throw new TypeError('The "listener" argument must be an instance of EventListener.');
    const { capture, once, passive, signal } = readOptions(options);
    if (signal?.aborted || this.#find(toText(type), callback, Boolean(capture))) return;
    this.#listeners.push({
      type: toText(type),
      callback,
      capture: Boolean(capture),
      once: Boolean(once),
      passive: Boolean(passive),
      removed: false,
    });
    signal?.addEventListener('abort', () => this.removeEventListener(type, callback, Boolean(capture)));
  }

  removeEventListener(type: unknown, callback: Callback | null, options?: ListenerOptions | boolean): void {
    assertArguments(arguments.length, 2, 'EventTarget.removeEventListener');
    const listener = this.#find(toText(type), callback, Boolean(readOptions(options).capture));
    if (listener) this.#remove(listener);
  }

  dispatchEvent(event: SandboxEvent): boolean {
    if (!(event instanceof SandboxEvent)) throw new TypeError('The "event" argument must be an instance of Event.');
    const state = stateOf(event);
    if (state.dispatching) throw new SandboxDOMException('The event is already being dispatched', 'InvalidStateError');
    Object.assign(state, { target: this, dispatching: true });
    const failures = state.stopped ? [] : this.#callListeners(event);
    Object.assign(state, { dispatching: false, stopped: false, stoppedAtOnce: false });
    if (failures.length > 0) throw failures[0];
    return !event.defaultPrevented;
  }

  #callListeners(event: SandboxEvent): unknown[] {
    const state = stateOf(event);
    const failures: unknown[] = [];
    for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
      if (state.stoppedAtOnce) break;
      if (listener.removed) continue;
      if (listener.once) this.#remove(listener);
      state.passive = listener.passive;
      try {
        call(listener.callback, this, event);
      } catch (error) {
        failures.push(error);
      }
      state.passive = false;
    }
    return failures;
  }

  #find(type: string, callback: unknown, capture: boolean): Listener | undefined {
    return this.#listeners.find(
      (known) => known.type === type && known.callback === callback && known.capture === capture,
    );
  }

  #remove(listener: Listener): void {
    listener.removed = true;
    this.#listeners = this.#listeners.filter((known) => known !== listener);
  }
}

function readOptions(options: ListenerOptions | boolean | undefined): ListenerOptions {
  return typeof options === 'object' && options !== null ? options : { capture: options };
}

function call(callback: Callback, target: SandboxEventTarget, event: SandboxEvent): void {
  if (typeof callback === 'function') callback.call(target, event);
  else callback.handleEvent(event);
}

/** An `on…` attribute: a handler that is called among the listeners, at the position where one was first set. */
export class HandlerAttribute {
  readonly #target: SandboxEventTarget;
  readonly #type: string;
  #handler: Handler | null = null;
  readonly #listener: Handler = (event) => this.#handler?.call(this.#target, event);

  constructor(target: SandboxEventTarget, type: string) {
    this.#target = target;
    this.#type = type;
  }

  get(): Handler | null {
    return this.#handler;
  }

  set(handler: unknown): void {
    this.#handler = typeof handler === 'function' ? (handler as Handler) : null;
    if (this.#handler) this.#target.addEventListener(this.#type, this.#listener);
    else this.#target.removeEventListener(this.#type, this.#listener);
  }
}
