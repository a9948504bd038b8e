/** The explanations of the rules about agents that no run would end with. */
import { agentRuleError } from '../analysis/rules/agents/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

export const agentRulesArea: Area = {
  title: 'Agents, while you write',
  about: 'What the editor and `workflow check` say of agents that work, and mostly not as they were meant to.',
  errors: explainCatalogue(agentRuleError, {
    agent_settings_conflicting: {
      why: `A warning. Both settings narrow down which words the model may choose from, each in its own way. Together
they are hard to foresee, and some models refuse the request. A run writes the same to its log.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', temperature: 0.2, topP: 0.9 });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', temperature: 0.2 });
      `,
      see: ['agent_option_invalid', 'agents'],
    },
    agent_steps_unlimited: {
      sample: { limit: 50 },
      why: `A hint. The model decides how often it calls tools, and each time it is asked again, with all that came
before. What ends a turn that goes round in circles is the limit that every turn has, which is a high one. A limit of its
own, a condition in \`stopWhen\` or a \`budget\` says what the task is worth.`,
      wrong: code`
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';
        import { search } from '../lib/tools';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { search } });
          return await agent.stream({ messages, writable: getWritable() });
        }
      `,
      right: code`
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';
        import { search } from '../lib/tools';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { search } });
          return await agent.stream({ messages, writable: getWritable(), maxSteps: 20 });
        }
      `,
      see: ['agents'],
    },
    agent_approval_unused: {
      sample: { option: 'needsApproval', reason: 'without "execute" the client answers the call' },
      why: `A warning. The agent asks for approval before it executes a tool. A tool without \`execute\` is answered by the client,
which gets the call as it is, so nobody is asked first. And \`approval\` only says how a call waits: whether it does is what
\`needsApproval\` says.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';
        import { orderId, refundOrder } from '../lib/orders';

        const agent = new DurableAgent({
          model: 'openai/gpt-5',
          tools: {
            refund: { description: 'Pays an order back', inputSchema: orderId, needsApproval: true },
          },
        });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';
        import { orderId, refundOrder } from '../lib/orders';

        const agent = new DurableAgent({
          model: 'openai/gpt-5',
          tools: {
            refund: { description: 'Pays an order back', inputSchema: orderId, needsApproval: true, execute: refundOrder },
          },
        });
      `,
      see: ['agents'],
    },
  }),
};
