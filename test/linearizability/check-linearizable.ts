/**
 * Whether a history of concurrent calls could have come from one call at a time (Wing and Gong, "Testing and verifying
 * concurrent objects", 1993; states that were tried are remembered, as Lowe suggests).
 */

/** A call with what it answered. `invokedAt` and `returnedAt` are ticks of one clock that sees all callers. */
export interface RecordedCall<Call> {
  call: Call;
  answer: unknown;
  invokedAt: number;
  returnedAt: number;
}

export interface Model<State, Call> {
  initial: State;
  /** Carries a call out. Leaves `state` as it is. */
  apply(state: State, call: Call): { answer: unknown; state: State };
}

/** There must not be more than 31 calls. */
export function isLinearizable<State, Call>(
  history: readonly RecordedCall<Call>[],
  { initial, apply }: Model<State, Call>,
): boolean {
  const all = 2 ** history.length - 1;
  const failed = new Set<string>();

  /** Whether the calls that are not in the set `done` can follow, from `state` on. */
  function canFollow(done: number, state: State): boolean {
    if (done === all) return true;
    const situation = `${done} ${JSON.stringify(state)}`;
    if (failed.has(situation)) return false;
    const left = history.filter((_, i) => !(done & (1 << i)));
    // A call that was invoked after another one had returned cannot take effect before it.
    const firstReturn = Math.min(...left.map(({ returnedAt }) => returnedAt));
    const isPossible = history.some(({ call, answer, invokedAt }, i) => {
      if (done & (1 << i) || invokedAt > firstReturn) return false;
      const next = apply(state, call);
      return JSON.stringify(next.answer) === JSON.stringify(answer) && canFollow(done | (1 << i), next.state);
    });
    if (!isPossible) failed.add(situation);
    return isPossible;
  }

  return canFollow(0, initial);
}
