/**
 * The contract of a step: what a call that is stored counts on. The build has it in its manifest and the store keeps it
 * with the build's code, so that a call which an older build has made is never answered by other code.
 */
import type { Manifest } from './build.ts';

/** The facts that a call of one step counts on. */
export interface StepContract {
  /** The function in the source, for people: `workflows/order.ts:12`. */
  place: string;
  /** The variables around the step that a call brings along, by name in alphabetical order. Left out: none. */
  captures?: readonly string[];
  /** The id is a matter of order: another function before this one would change it. */
  isOrdered?: true;
  /** Digest of the function's text without comments and layout, and of the local functions that it uses. */
  code: string;
}

/** The contracts of a build, by the ids of its steps. */
export type StepContracts = Readonly<Record<string, StepContract>>;

/** Why a step cannot answer a call. `code`: it may be another function. `captures`: it needs more variables. */
export type StepMisfit = { kind: 'code' } | { kind: 'captures'; missing: readonly string[] };

/** The contracts in a manifest; `null`: it comes from an older compiler, which wrote none. */
export function contractsOf({ steps }: Partial<Manifest>): StepContracts | null {
  if (!steps) return null;
  const contracts: Record<string, StepContract> = {};
  for (const ofFile of Object.values(steps)) {
    for (const { stepId, ...contract } of Object.values(ofFile)) {
      if (contract.code === undefined) return null;
      contracts[stepId] = contract as StepContract;
    }
  }
  return contracts;
}

/** Why `now` cannot answer a call of `old`; `null`: it can. A variable that a step needs no more does no harm. */
export function findMisfit(old: StepContract, now: StepContract): StepMisfit | null {
  if ((old.isOrdered || now.isOrdered) && old.code !== now.code) return { kind: 'code' };
  const missing = (now.captures ?? []).filter((name) => !old.captures?.includes(name));
  return missing.length > 0 ? { kind: 'captures', missing } : null;
}

/**
 * The id under which `now` has the same function as `old` has under `id`, where others of its name have moved it on;
 * `null`: none, or more than one.
 */
export function findMoved(id: string, old: StepContract, now: StepContracts): string | null {
  const name = withoutNumber(id);
  const same = Object.keys(now).filter(
    (other) => withoutNumber(other) === name && now[other]!.code === old.code && !findMisfit(old, now[other]!),
  );
  return same.length === 1 ? same[0]! : null;
}

/** The second function of a name has `~2` at the end of its id. Names themselves hold no tilde. */
const withoutNumber = (id: string): string => id.replace(/~\d+$/, '');
