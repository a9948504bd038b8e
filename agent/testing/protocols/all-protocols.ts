/** The protocols that a server speaks. */
import { anthropic } from './anthropic.ts';
import { gateway } from './gateway.ts';
import { openaiChat } from './openai-chat.ts';
import { createOpenaiResponses } from './openai-responses.ts';
import type { Protocol } from './protocol.ts';

/**
 * Finds the protocol of a path, whatever the path begins with. Each server has its own, because one of them has a
 * memory.
 */
export function createProtocolFinder(): (path: string) => Protocol | undefined {
  const protocols: readonly Protocol[] = [openaiChat, createOpenaiResponses(), anthropic, gateway];
  return (path) => protocols.find((protocol) => path.endsWith(protocol.path));
}
