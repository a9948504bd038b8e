/**
 * The agent whose runs are kept in `test/agent/golden`. Today's build of this file must replay them all, so it never
 * changes: write a new workflow beside it, and record anew.
 */
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { mcpTools } from 'workflow/agent/mcp';
import { openaiCompatible } from 'workflow/agent/providers/openai-compatible';

/** A provider's model in the journal, with a key that is stored as the name of its variable. */
async function chooseModel() {
  'use step';
  const baseURL = 'http://models.golden.test/v1';
  return openaiCompatible({ name: 'golden', baseURL, apiKey: process.env['GOLDEN_KEY'] })('golden-model');
}

async function connect() {
  'use step';
  return { url: process.env['MCP_URL']!, headers: { Authorization: `Bearer ${process.env['MCP_TOKEN']}` } };
}

async function look({ city }: { city: string }) {
  'use step';
  return { city, degrees: 21, at: new Date(0) };
}

async function pay({ amount }: { amount: number }) {
  'use step';
  return `paid ${amount}`;
}

const schemaOf = (name: string, type: string) => ({
  type: 'object',
  properties: { [name]: { type } },
  required: [name],
});

export async function support(question: string) {
  'use workflow';
  const agent = new DurableAgent({
    name: 'support',
    model: await chooseModel(),
    system: 'You help customers.',
    temperature: 0.5,
    tools: {
      ...(await mcpTools(connect, { prefix: 'crm_' })),
      look: { description: 'The weather', inputSchema: schemaOf('city', 'string'), execute: look },
      pay: { description: 'Pays', inputSchema: schemaOf('amount', 'number'), needsApproval: true, execute: pay },
    },
  });
  const { text, steps, totalUsage, uiMessages } = await agent.stream({
    messages: [{ role: 'user', content: question }],
    writable: getWritable(),
    collectUIMessages: true,
  });
  const results = steps.flatMap(({ toolResults }) => toolResults.map(({ toolName, output }) => [toolName, output]));
  return { text, results, tokens: totalUsage.inputTokens, shown: uiMessages?.length };
}
