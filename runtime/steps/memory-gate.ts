/** Attempts begin when there is room for what they may return. */
import type { BeginGate } from '../contract/begin-gate.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';

/** A gate that is open while another one is and values do not use up the memory. */
export class MemoryGate implements BeginGate {
  readonly #inner: BeginGate;
  readonly #memory: MemoryBudget;

  constructor(inner: BeginGate, memory: MemoryBudget) {
    this.#inner = inner;
    this.#memory = memory;
  }

  get isOpen(): boolean {
    return this.#inner.isOpen && !this.#memory.isFullOfValues;
  }

  async untilOpen(): Promise<void> {
    while (!this.isOpen) {
      await this.#memory.untilNotFull();
      if (!this.#inner.isOpen) await this.#inner.untilOpen();
    }
  }
}
