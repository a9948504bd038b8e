/** Reads the payloads of an agent's hook. They may be anything: whoever has the token can send. */
import type { ControlMessage } from '../contract/control.ts';
import { findMessageFault } from './check-options.ts';

/** `null`: it is nothing that an agent understands. */
export function readControlMessage(payload: unknown): ControlMessage | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { type, reason, message, budget } = payload as Record<string, unknown>;
  switch (type) {
    case 'stop':
      return typeof reason === 'string' ? { type, reason } : { type };
    case 'steer':
    case 'follow-up':
      return findMessageFault(message) === null ? (payload as ControlMessage) : null;
    case 'resume':
      return isBudget(budget) ? (payload as ControlMessage) : null;
    default:
      return null;
  }
}

function isBudget(budget: unknown): boolean {
  if (budget === undefined) return true;
  const { maxTokens, maxSteps } = (budget ?? {}) as Record<string, unknown>;
  return [maxTokens, maxSteps].every((value) => value === undefined || (typeof value === 'number' && value > 0));
}
