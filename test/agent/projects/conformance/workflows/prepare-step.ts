/** The changes that an agent may make before each call of the model. */
import { getWritable } from 'workflow';
import { DurableAgent, type PreparedStep, type PrepareStepContext } from 'workflow/agent';
import { openaiCompatible } from 'workflow/agent/providers/openai-compatible';
import { gatewayModel } from './models.ts';
import { tools } from './tools.ts';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

async function makeOther() {
  'use step';
  return gatewayModel('scripted/other');
}

/** @param changes For each step. */
export async function prepared(changes: PreparedStep[]) {
  'use workflow';
  const asked: object[] = [];
  const agent = new DurableAgent({ model: gatewayModel(), tools, system: 'Be brief.', temperature: 0.1 });
  const result = await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    prepareStep({ messages, stepNumber, steps, experimental_context }) {
      asked.push({ roles: messages.map(({ role }) => role), stepNumber, steps: steps.length, experimental_context });
      return changes[stepNumber];
    },
  });
  return { asked, result };
}

export async function otherModel() {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel(), tools });
  await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { model: makeOther } : {}),
  });
}

/** Functions that give a model, as the agent's own option has one. */
export async function modelsByFunctions(first: string) {
  'use workflow';
  const agent = new DurableAgent({
    model: async () => gatewayModel(),
    tools,
    prepareStep({ stepNumber }) {
      if (stepNumber === 0) return { model: async () => gatewayModel(first) };
      return stepNumber === 1 ? { model: () => gatewayModel(`scripted/${stepNumber}`) } : {};
    },
  });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function modelOfProvider(baseURL: string) {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel() });
  const model = openaiCompatible({ name: 'own', baseURL })('by-provider');
  await agent.stream({ messages: HELLO, writable: getWritable(), prepareStep: () => ({ model }) });
}

async function prepareOnHost({ messages, stepNumber }: PrepareStepContext): Promise<PreparedStep> {
  'use step';
  const recalled = { role: 'user' as const, content: `Recalled on the host for step ${stepNumber}.` };
  return { messages: [recalled, ...messages] };
}

export async function preparedByStep() {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel(), tools });
  return await agent.stream({ messages: HELLO, writable: getWritable(), prepareStep: prepareOnHost });
}

export async function preparedTwice() {
  'use workflow';
  const agent = new DurableAgent({
    model: gatewayModel(),
    prepareStep: ({ messages }) => ({ temperature: 0.5, topK: 3, messages: [...messages, ...HELLO] }),
  });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    prepareStep: ({ messages }) => ({ temperature: 0.9, system: `${messages.length} messages` }),
  });
}

export async function changeInPlace() {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel(), tools });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    prepareStep({ messages }) {
      messages.splice(0);
      return {};
    },
  });
}
