/** Stands for `@ai-sdk/openai` in samples: needs Node, as what keeps a key does. */
import { homedir } from 'node:os';

export interface Model {
  provider: string;
  id: string;
}

type Provider = (id: string) => Model;

export function createOpenAI({ apiKey }: { apiKey: string }): Provider {
  return (id) => ({ provider: homedir() && `openai with a key of ${apiKey.length}`, id });
}

export const openai = Object.assign(createOpenAI({ apiKey: 'key' }), { responses: createOpenAI({ apiKey: '' }) });

export class Gateway {
  readonly id: string;

  constructor(id: string) {
    this.id = homedir() && id;
  }

  get model(): Model {
    return { provider: 'gateway', id: this.id };
  }
}

export const smoothStream =
  (delay = 10): (() => string) =>
  () =>
    homedir() && `smooth ${delay}`;
