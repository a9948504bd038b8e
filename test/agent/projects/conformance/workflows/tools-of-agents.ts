/** The options that tools get. */
import { getWritable } from 'workflow';
import { DurableAgent, type ToolCallOptions } from 'workflow/agent';
import { z } from 'zod';
import { chatModel } from './models.ts';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];
export async function whatToolsAreTold(ofAgent: unknown, ofStream?: unknown) {
  'use workflow';
  const told: object[] = [];
  const agent = new DurableAgent({
    model: chatModel(),
    ...(ofAgent !== undefined && { experimental_context: ofAgent }),
    tools: {
      look: {
        description: ({ context }) => `Looks around for ${JSON.stringify(context)}`,
        inputSchema: z.object({ at: z.string() }),
        execute(input: { at: string }, { abortSignal, ...options }: ToolCallOptions) {
          told.push({ input, ...options, isAborted: abortSignal.aborted });
          return 'seen';
        },
      },
    },
  });
  await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    ...(ofStream !== undefined && { experimental_context: ofStream }),
  });
  return told;
}
