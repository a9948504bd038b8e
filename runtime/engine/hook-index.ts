/** The hooks of the runs of this worker by token, so that a payload finds its run without asking the store. */
import type { HookCreated, JournalEvent } from '../journal/events.ts';

/** A hook, and the keeper of its run. */
export interface IndexedHook<Keeper> {
  keeper: Keeper;
  created: HookCreated;
}

/**
 * A hook that is here may be closed all the same: by a payload that another process has left in the store. A hook that
 * a continuation has kept is not here.
 */
export class HookIndex<Keeper> {
  readonly #byToken = new Map<string, IndexedHook<Keeper>>();
  /** Of each keeper. A list, because most have one hook, and a `Map` for each would take five times the memory. */
  readonly #byKeeper = new Map<Keeper, HookCreated[]>();

  find(token: string): IndexedHook<Keeper> | undefined {
    return this.#byToken.get(token);
  }

  /** Takes in durable events of a run: those of one commit together, which may open a hook in vain. */
  follow(keeper: Keeper, events: readonly JournalEvent[]): void {
    let refused: ReadonlySet<number> | null = null;
    for (const event of events) {
      if (event.type !== 'hook_created') this.#close(keeper, event);
      else if (!(refused ??= refusedCalls(events)).has(event.call)) this.#add(keeper, event);
    }
  }

  #close(keeper: Keeper, event: JournalEvent): void {
    switch (event.type) {
      case 'hook_disposed':
        return this.#remove(keeper, event.call);
      case 'hook_received':
        return this.closeOnce(keeper, event.call);
      case 'run_continued':
      case 'run_completed':
      case 'run_failed':
      case 'run_cancelled':
        return this.drop(keeper);
      default:
    }
  }

  /** A payload is on its way to the hook, which may take only one. */
  closeOnce(keeper: Keeper, call: number): void {
    if (this.#byKeeper.get(keeper)?.find((created) => created.call === call)?.once) this.#remove(keeper, call);
  }

  /** Forgets all hooks of a run. */
  drop(keeper: Keeper): void {
    for (const created of this.#byKeeper.get(keeper) ?? []) this.#removeToken(keeper, created);
    this.#byKeeper.delete(keeper);
  }

  #add(keeper: Keeper, created: HookCreated): void {
    const hooks = this.#byKeeper.get(keeper);
    if (hooks) hooks.push(created);
    else this.#byKeeper.set(keeper, [created]);
    this.#byToken.set(created.token, { keeper, created });
  }

  #remove(keeper: Keeper, call: number): void {
    const hooks = this.#byKeeper.get(keeper) ?? [];
    const at = hooks.findIndex((created) => created.call === call);
    if (at < 0) return;
    const [removed] = hooks.splice(at, 1);
    if (hooks.length === 0) this.#byKeeper.delete(keeper);
    this.#removeToken(keeper, removed!);
  }

  #removeToken(keeper: Keeper, { token, call }: HookCreated): void {
    const hook = this.#byToken.get(token);
    if (hook?.keeper === keeper && hook.created.call === call) this.#byToken.delete(token);
  }
}

const refusedCalls = (events: readonly JournalEvent[]): ReadonlySet<number> =>
  new Set(events.flatMap((event) => (event.type === 'hook_conflict' ? [event.call] : [])));

const FOLLOWED: ReadonlySet<JournalEvent['type']> = new Set<JournalEvent['type']>([
  'hook_created',
  'hook_conflict',
  'hook_received',
  'hook_disposed',
  'run_continued',
]);

/** Whether {@link HookIndex.follow} needs the event, for a run that goes on. */
export const isAboutHooks = ({ type }: JournalEvent): boolean => FOLLOWED.has(type);

/** The event as {@link HookIndex.follow} needs it, without values that may be long. */
export const withoutValues = (event: JournalEvent): JournalEvent => ({
  ...event,
  ...('payload' in event && { payload: '' }),
  ...('hooks' in event && { hooks: [] }),
});
