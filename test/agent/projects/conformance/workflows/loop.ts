/** How answers go on, and what ends them. */
import { getWritable, sleep } from 'workflow';
import { DurableAgent, hasToolCall, type StopCondition, stepCountIs } from 'workflow/agent';
import { chatModel } from './models.ts';
import { tools } from './tools.ts';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

const CONDITIONS: Record<string, StopCondition | StopCondition[]> = {
  'stepCountIs(2)': stepCountIs(2),
  hasToolCall: hasToolCall('nap'),
  'a function': ({ steps }) => steps.length === 2,
  'a function that waits': async ({ steps }) => {
    await sleep(1);
    return steps.length === 2;
  },
  'a list': [stepCountIs(9), async ({ steps }) => steps.length === 2],
  results: ({ steps }) => steps.some(({ toolResults }) => toolResults[0]?.output === 'slept 1'),
};

export async function stopWhen(condition: string) {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel(), tools });
  return await agent.stream({ messages: HELLO, writable: getWritable(), stopWhen: CONDITIONS[condition]! });
}

/** The first call ends when the second has ended. */
export async function sideBySide() {
  'use workflow';
  const { promise, resolve } = Promise.withResolvers<void>();
  const agent = new DurableAgent({
    model: chatModel(),
    tools: {
      slow: {
        async execute() {
          await promise;
          return 'slow';
        },
      },
      fast: {
        async execute() {
          await sleep(1);
          resolve();
          return 'fast';
        },
      },
    },
  });
  return await agent.stream({ messages: HELLO, writable: getWritable() });
}

type Callback = 'onStepFinish' | 'onFinish';

async function note(noted: string, what: string) {
  'use step';
  ((globalThis as Record<string, unknown>)[noted] as string[]).push(what);
}

/** @param noted Name of a global list, to which each callback adds a line by a step. */
export async function tellAll(noted: string) {
  'use workflow';
  const agent = new DurableAgent({
    model: chatModel(),
    tools,
    onStepFinish: (step) => note(noted, `agent: step ${step.stepNumber}`),
    onFinish: ({ text }) => note(noted, `agent: finish ${text}`),
  });
  await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    onStepFinish: (step) => note(noted, `call: step ${step.stepNumber} ${step.finishReason}`),
    onFinish: ({ steps, totalUsage, finishReason }) =>
      note(noted, `call: finish ${steps.length} ${finishReason} ${totalUsage.totalTokens}`),
    onError: () => note(noted, 'error'),
    onAbort: () => note(noted, 'abort'),
  });
}

export async function failIn(callback: Callback) {
  'use workflow';
  const told: string[] = [];
  const agent = new DurableAgent({ model: chatModel(), tools });
  const fail = () => {
    told.push(callback);
    throw new Error('The callback failed.');
  };
  try {
    await agent.stream({
      messages: HELLO,
      writable: getWritable(),
      [callback]: fail,
      onError: ({ error }) => void told.push(`error: ${(error as Error).message}`),
    });
    return { told };
  } catch (error) {
    return { told, thrown: (error as Error).message };
  }
}

export async function tellOfFailure() {
  'use workflow';
  const told: string[] = [];
  const agent = new DurableAgent({ model: chatModel(), maxRetries: 0, onFinish: () => void told.push('finish') });
  try {
    await agent.stream({
      messages: HELLO,
      writable: getWritable(),
      onStepFinish: (step) => void told.push(`step ${step.stepNumber}`),
      onFinish: () => void told.push('finish'),
      onError: ({ error }) => void told.push(`error: ${(error as { code?: string }).code}`),
      onAbort: () => void told.push('abort'),
    });
  } catch (error) {
    told.push(`thrown: ${(error as { code?: string }).code}`);
  }
  return told;
}

export async function failInOnError() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel(), maxRetries: 0 });
  const onError = () => {
    throw new Error('The callback failed.');
  };
  try {
    await agent.stream({ messages: HELLO, writable: getWritable(), onError });
    return 'fine';
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

export async function stopAtOnce() {
  'use workflow';
  const told: string[] = [];
  const agent = new DurableAgent({ model: chatModel() });
  const { aborted, steps } = await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    abortSignal: AbortSignal.abort(new Error('Not today.')),
    onAbort: ({ reason }) => void told.push(`abort: ${reason}`),
    onFinish: () => void told.push('finish'),
    onError: () => void told.push('error'),
  });
  return { told, aborted, steps };
}
