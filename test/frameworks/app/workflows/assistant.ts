import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelMessage, UIMessageChunk } from 'ai';
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { z } from 'zod';
import { noteEffect } from '../effects.ts';

export interface Question {
  messages: ModelMessage[];
  /** Where the model is. */
  modelUrl: string;
}

/** Finds orders, and pays them back when somebody approves it. */
export async function assist({ messages, modelUrl }: Question): Promise<string> {
  'use workflow';
  const agent = new DurableAgent({
    model: async () =>
      createOpenAICompatible({ name: 'scripted', baseURL: modelUrl, apiKey: process.env['WORKFLOW_SECRET']! })('small'),
    system: 'You are an assistant.',
    tools: {
      findOrder: { inputSchema: z.object({ id: z.number() }), execute: findOrder },
      refund: { inputSchema: z.object({ id: z.number() }), needsApproval: true, execute: refund },
    },
  });
  const { text } = await agent.stream({ messages, writable: getWritable<UIMessageChunk>() });
  return text;
}

async function findOrder({ id }: { id: number }): Promise<{ id: number; amount: number }> {
  'use step';
  noteEffect('findOrder');
  return { id, amount: 3 };
}

async function refund({ id }: { id: number }): Promise<string> {
  'use step';
  noteEffect('refund');
  return `Order ${id} is paid back.`;
}
