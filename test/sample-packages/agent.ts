/** Stands for `workflow/agent` in samples: an agent that only tells what hosts make of its options. */

interface AgentOptions {
  model?: unknown;
  experimental_transform?: unknown;
  experimental_download?: unknown;
  compaction?: { maxInputTokens: number; model?: unknown };
  prepareStep?: (step: { stepNumber: number }) => { model?: unknown };
}

export class DurableAgent {
  readonly #options: AgentOptions;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** The value that hosts make of each option given here or to the agent, as JSON. */
  async stream(options: AgentOptions & { prompt?: string } = {}): Promise<string> {
    const { model, experimental_transform: transform, experimental_download: download, compaction } = this.#options;
    const ofCall = [options.experimental_transform ?? transform, options.experimental_download ?? download];
    const prepareStep = options.prepareStep ?? this.#options.prepareStep;
    const prepared = prepareStep ? [0, 1, 2].map((stepNumber) => prepareStep({ stepNumber }).model) : [];
    const given = [model, ...ofCall, compaction?.model, ...prepared];
    const told: unknown[] = [];
    for (const option of given) if (option !== undefined) told.push(await tellOption(option));
    return JSON.stringify(told);
  }
}

async function tellOption(option: unknown): Promise<unknown> {
  'use step';
  return await valueOf(option);
}

/** Options that hosts can only call are called. */
async function valueOf(option: unknown): Promise<unknown> {
  if (typeof option === 'function') return await valueOf(await option());
  return Array.isArray(option) ? await Promise.all(option.map(valueOf)) : option;
}
