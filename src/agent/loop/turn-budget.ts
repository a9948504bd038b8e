/** How much a turn has used up, and whether it may go on. */
import type { Budget } from '../contract/options.ts';
import type { Usage } from '../contract/model-call.ts';
import type { Resumption } from './turn-control.ts';
import { totalOf } from './usage.ts';

export class TurnBudget {
  #maxTokens: number;
  #maxSteps: number;
  readonly onExceeded: 'stop' | 'pause';

  constructor({ maxTokens = Infinity, maxSteps = Infinity, onExceeded = 'stop' }: Budget = {}) {
    this.#maxTokens = maxTokens;
    this.#maxSteps = maxSteps;
    this.onExceeded = onExceeded;
  }

  isExceeded(usage: Usage, steps: number): boolean {
    return totalOf(usage) >= this.#maxTokens || steps >= this.#maxSteps;
  }

  /** Without a number, as much again as was used. */
  extend({ budget }: Resumption, usage: Usage, steps: number): void {
    this.#maxTokens = totalOf(usage) + (budget?.maxTokens ?? this.#maxTokens);
    this.#maxSteps = steps + (budget?.maxSteps ?? this.#maxSteps);
  }
}
