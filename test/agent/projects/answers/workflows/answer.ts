/** An answer with all tools, whose callbacks write to a stream of their own. */
import { createHook, getWritable } from 'workflow';
import { DurableAgent, type DurableAgentOptions, type DurableAgentStreamOptions } from 'workflow/agent';
import { anthropicModel, chatModel } from './models.ts';
import { tools } from './tools.ts';

type StreamOptions = Partial<DurableAgentStreamOptions>;

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

async function tell(event: string, facts: object = {}) {
  const writer = getWritable({ namespace: 'told' }).getWriter();
  await writer.write({ event, ...facts });
  writer.releaseLock();
}

const callbacks: StreamOptions = {
  onStepFinish: ({ stepNumber }) => tell('step', { stepNumber }),
  onFinish: ({ text }) => tell('finish', { text }),
  onError: ({ error }) => tell('error', { message: (error as Error).message }),
  onAbort: ({ reason, steps }) => tell('abort', { reason, steps: steps.length }),
};

export async function answer(stream: StreamOptions = {}, options: Partial<DurableAgentOptions> = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools, ...options });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...callbacks, ...stream });
}

/** With a tool that the provider executes. */
export async function searchingAnswer(stream: StreamOptions = {}) {
  'use workflow';
  const webSearch = { type: 'provider' as const, id: 'anthropic.web_search_20250305', args: { maxUses: 2 } };
  const agent = new DurableAgent({ model: async () => anthropicModel(), tools: { ...tools, web_search: webSearch } });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...callbacks, ...stream });
}

/** Fails, and goes on after that. */
export async function answerThatIsCaught(stream: StreamOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools });
  try {
    return await agent.stream({ messages: HELLO, writable: getWritable(), ...callbacks, ...stream });
  } catch (error) {
    return `caught: ${(error as Error).message}`;
  }
}

type Repair = NonNullable<StreamOptions['experimental_repairToolCall']>;

/** Ways to repair a call of `weather`. */
const repairs: Record<string, Repair> = {
  async mend({ toolCall, inputSchema, error, messages, system, tools: known }) {
    const { required } = await inputSchema({ toolName: 'weather' });
    await tell('repair', {
      toolCall,
      required,
      error: error.name,
      roles: messages.map(({ role }) => role),
      system,
      isKnown: toolCall.toolName in known,
    });
    return { ...toolCall, toolName: 'weather', input: '{"city":"Oslo"}' };
  },
  giveUp: () => null,
  fail() {
    throw new Error('The tools are out of order.');
  },
  worsen: ({ toolCall }) => ({ ...toolCall, toolName: 'weather', input: '{"town":"Oslo"}' }),
  breakJson: ({ toolCall }) => ({ ...toolCall, toolName: 'weather', input: '{"city":' }),
  /** Asks the host. */
  async ask({ toolCall }) {
    return { ...toolCall, input: JSON.stringify(await findInput()) };
  },
};

async function findInput() {
  'use step';
  return { city: 'Oslo' };
}

export async function repairingAnswer(repair: string) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools, system: 'You are brief.' });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    ...callbacks,
    experimental_repairToolCall: repairs[repair]!,
  });
}

/** Is aborted by the workflow itself, before it begins. */
export async function answerThatIsAborted() {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools });
  const abortSignal = AbortSignal.abort(new Error('Nobody is here any more.'));
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...callbacks, abortSignal });
}

/** Goes on for a long time after its answer. */
export async function answerAndMore(stream: StreamOptions, token: string) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools });
  const { aborted } = await agent.stream({ messages: HELLO, writable: getWritable(), ...callbacks, ...stream });
  await createHook({ token });
  return aborted;
}
