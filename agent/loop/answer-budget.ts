/** How much an answer has used up, and whether it may go on. */
import type { Budget } from '../contract/options.ts';
import type { Usage } from '../contract/model-call.ts';
import type { Resumption } from './answer-control.ts';
import { totalOf } from './usage.ts';

/** Compares what an answer has used with its budget. Without limits it is never exceeded. */
export class AnswerBudget {
  /** The budget at the beginning, and again at each resumption that names no other. */
  readonly #allowance: { maxTokens: number; maxSteps: number };
  #maxTokens: number;
  #maxSteps: number;
  readonly onExceeded: 'stop' | 'pause';

  constructor({ maxTokens = Infinity, maxSteps = Infinity, onExceeded = 'stop' }: Budget = {}) {
    this.#allowance = { maxTokens, maxSteps };
    this.#maxTokens = maxTokens;
    this.#maxSteps = maxSteps;
    this.onExceeded = onExceeded;
  }

  isExceeded(usage: Usage, steps: number): boolean {
    return totalOf(usage) >= this.#maxTokens || steps >= this.#maxSteps;
  }

  /** From what has been used, by what is allowed now. */
  extend({ budget }: Resumption, usage: Usage, steps: number): void {
    const { maxTokens, maxSteps } = { ...this.#allowance, ...budget };
    this.#maxTokens = totalOf(usage) + maxTokens;
    this.#maxSteps = steps + maxSteps;
  }
}
