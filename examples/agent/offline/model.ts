import { type ProviderSettings, startModelServer } from 'workflow/agent/testing';
import { script } from './script.ts';

let started: Promise<ProviderSettings> | undefined;

/** Starts a server that speaks as OpenAI's does and says what the script says; once in a process. */
export function startOffline(): Promise<ProviderSettings> {
  started ??= startModelServer({ script }).then(({ openai }) => openai);
  return started;
}
