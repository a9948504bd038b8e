/**
 * `Promise.race()`, `any()` and `all()` that let go of hooks. Each of them awaits what it is given, and nobody can take
 * that back. So a race between a hook and a sleep that the sleep has won would wait on, and take a payload that comes
 * later. These let go of each hook whose payload they do not give to the code.
 */
import { HookChannel } from './hook.ts';
import { HookWait } from './hook-wait.ts';

type Combine = (contenders: Iterable<unknown>) => Promise<unknown>;

/** The payload that a wait gave to a race, marked, so that it is known among the results of others. */
interface Gift {
  readonly wait: HookWait<unknown>;
  readonly value: unknown;
}

interface HeldHooks {
  readonly waits: HookWait<unknown>[];
  readonly gifts: Set<unknown>;
}

/** Replaces the functions of the realm. */
export function letGoOfHooks(): void {
  for (const name of ['race', 'any', 'all'] as const) {
    const native = Promise[name] as Combine;
    // A method has the name and the length of the native one, and no prototype.
    const { [name]: value } = {
      [name](this: PromiseConstructor, contenders: Iterable<unknown>): Promise<unknown> {
        const held: HeldHooks = { waits: [], gifts: new Set() };
        // The native function says what is wrong with contenders that cannot be iterated.
        const canIterate = typeof contenders?.[Symbol.iterator] === 'function';
        const result = native.call(this, canIterate ? holdHooks(held, contenders) : contenders);
        return held.waits.length === 0 ? result : this.resolve(letGoAfter(held, result, name === 'all'));
      },
    };
    Object.defineProperty(Promise, name, { value });
  }
}

function* holdHooks({ waits, gifts }: HeldHooks, contenders: Iterable<unknown>): Generator<unknown, void, undefined> {
  for (const contender of contenders) {
    const wait = contender instanceof HookChannel ? contender.toContender() : contender;
    if (wait instanceof HookWait) {
      waits.push(wait);
      yield wait.hold().then((value): Gift => {
        const gift = { wait, value };
        gifts.add(gift);
        return gift;
      });
    } else {
      yield contender;
    }
  }
}

async function letGoAfter(
  { waits, gifts }: HeldHooks,
  settling: Promise<unknown>,
  givesAll: boolean,
): Promise<unknown> {
  const used = new Set<HookWait<unknown>>();
  const open = (result: unknown): unknown => {
    if (!gifts.has(result)) return result;
    const { wait, value } = result as Gift;
    used.add(wait);
    return value;
  };
  try {
    const result = await settling;
    return givesAll ? (result as unknown[]).map(open) : open(result);
  } finally {
    for (const wait of waits) if (!used.has(wait)) wait.letGo();
  }
}
