/** Agents whose tools wait for somebody to approve them. */
import { getWritable } from 'workflow';
import { DurableAgent, type AgentTool, type DurableAgentStreamOptions } from 'workflow/agent';
import { z } from 'zod';
import { note } from './bench.ts';
import { chatModel } from './models.ts';

const amount = z.object({ amount: z.number() });

async function pay({ amount: euros }: { amount: number }) {
  'use step';
  await note(`paid ${euros}`);
  return `paid ${euros}`;
}

async function isMuch({ amount: euros }: { amount: number }) {
  'use step';
  return euros > 100;
}

const payTool = (options: AgentTool): AgentTool => ({ inputSchema: amount, execute: pay, ...options });

const tools = {
  pay: payTool({ needsApproval: true }),
  payMuch: payTool({ needsApproval: ({ amount: euros }) => euros > 100 }),
  payChecked: payTool({ needsApproval: isMuch }),
  paySoon: payTool({ needsApproval: true, approval: { expiresIn: 1 } }),
  payUnasked: payTool({
    needsApproval: true,
    approval: {
      onRequest() {
        throw new Error('Nobody is here.');
      },
    },
  }),
  payPrivately: payTool({
    needsApproval: true,
    approval: { private: true, onRequest: async (request) => await note(request) },
  }),
};

export async function payingAnswer(stream: Partial<DurableAgentStreamOptions> = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools });
  const messages = [{ role: 'user' as const, content: 'Pay.' }];
  return await agent.stream({ messages, writable: getWritable(), ...stream });
}
