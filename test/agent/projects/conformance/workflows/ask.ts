/** Agents whose options come from the test. */
import { getWritable } from 'workflow';
import { DurableAgent, type DurableAgentOptions, type DurableAgentStreamOptions } from 'workflow/agent';
import { anthropicModel, chatModel, gatewayModel } from './models.ts';
import { tools } from './tools.ts';

type AgentOptions = Partial<DurableAgentOptions>;
type StreamOptions = Partial<DurableAgentStreamOptions>;

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

export async function ask(stream: StreamOptions = {}, options: AgentOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel(), tools, ...options });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

export async function askGateway(stream: StreamOptions = {}, options: AgentOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel(), ...options });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

export async function askAnthropic(stream: StreamOptions = {}, options: AgentOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: anthropicModel(), tools, ...options });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

export async function askWithTools(stream: StreamOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: gatewayModel(), tools });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

async function streamInStep() {
  'use step';
  const agent = new DurableAgent({ model: 'scripted/model' });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}
streamInStep.maxRetries = 0;

export async function askInStep() {
  'use workflow';
  await streamInStep();
}
