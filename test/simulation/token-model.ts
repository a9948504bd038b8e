/** Who holds which hook token, by the journals. */
import type { RunId } from '../../runtime/contract/ids.ts';
import { isTerminal, type JournalEvent, type RunStatus } from '../../runtime/journal/events.ts';

export interface TokenHolder {
  runId: RunId;
  call: number;
  /** A payload frees the token. */
  once: boolean;
}

export class TokenModel {
  readonly #holders = new Map<string, TokenHolder>();
  readonly #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
  }

  holderOf(token: string): TokenHolder | undefined {
    return this.#holders.get(token);
  }

  /** The hook with this token was given a payload. */
  accept(token: string): void {
    if (this.#holders.get(token)?.once) this.#holders.delete(token);
  }

  /** The hook of this call was given a payload. */
  acceptCall(runId: RunId, call: number): void {
    for (const [token, holder] of this.#holders) {
      if (holder.runId === runId && holder.call === call) this.accept(token);
    }
  }

  /** The tokens of active hooks. */
  get held(): string[] {
    return [...this.#holders.keys()];
  }

  /** Takes in one commit. The tokens that it closes are free before it opens any, whatever their order. */
  apply(runId: RunId, events: readonly JournalEvent[]): void {
    const closed = new Set<number>();
    const ends = events.some(
      ({ type }) => type.startsWith('run_') && isTerminal(type.slice('run_'.length) as RunStatus),
    );
    for (const event of events) {
      if (event.type === 'hook_disposed' || event.type === 'hook_conflict') closed.add(event.call);
    }
    for (const [token, holder] of this.#holders) {
      if (holder.runId === runId && (ends || closed.has(holder.call))) this.#holders.delete(token);
    }
    if (ends) return;
    for (const event of events) {
      if (event.type === 'hook_created' && !closed.has(event.call))
        this.#take(event.token, { runId, call: event.call, once: event.once === true });
    }
  }

  #take(token: string, holder: TokenHolder): void {
    const other = this.#holders.get(token);
    if (other) this.#report(`${holder.runId} and ${other.runId} both hold the token ${token}`);
    this.#holders.set(token, holder);
  }
}
