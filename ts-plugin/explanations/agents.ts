/** Explanations of the rules about agents that a run does not enforce. */
import { agentRuleError } from '../analysis/rules/agents/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The rules about agents. */
export const agentRulesArea: Area = {
  title: 'Agents, while you write',
  about: 'Findings of the editor and of `workflow check` about agents that work, but probably not as intended.',
  errors: explainCatalogue(agentRuleError, {
    agent_settings_conflicting: {
      why: `A warning. Both settings limit the words that the model may choose, each in its own way. Their combined effect
is hard to predict, and some models refuse the request. A run writes the same warning to its log.`,
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
      why: `A hint. The model decides how often it calls tools. After each tool call the agent calls the model again, with
the whole conversation. If the model never stops, only the default limit ends the call, and that limit is high. Set
\`maxSteps\`, a condition in \`stopWhen\` or a \`budget\` that fits the task.`,
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
      why: `A warning. The agent asks for approval before it executes a tool. A tool without \`execute\` runs on the client,
which gets the call at once, so the agent asks for no approval. \`approval\` only sets how a call waits; \`needsApproval\`
decides whether it waits.`,
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
