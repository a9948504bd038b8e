/** Answers in a form. */
import { getWritable } from 'workflow';
import { DurableAgent, Output, type OutputSpecification } from 'workflow/agent';
import { z } from 'zod';
import { gatewayModel } from './models.ts';
import { tools } from './tools.ts';

const WEATHER = z.object({ city: z.string(), degrees: z.number().default(0), day: z.string().toUpperCase() });

const OUTPUTS: Record<string, OutputSpecification<unknown>> = {
  object: Output.object({ schema: WEATHER, name: 'weather', description: 'The weather' }),
  array: Output.array({ element: WEATHER }),
  choice: Output.choice({ options: ['sunny', 'rainy'] }),
  json: Output.json(),
  text: Output.text(),
};

export async function askFor(form: string) {
  'use workflow';
  const told: string[] = [];
  const agent = new DurableAgent({ model: gatewayModel(), tools, onFinish: () => void told.push('finish') });
  try {
    const result = await agent.stream({
      messages: [{ role: 'user', content: 'Weather?' }],
      writable: getWritable(),
      experimental_output: OUTPUTS[form]!,
      onError: ({ error }) => void told.push((error as { code: string }).code),
    });
    return { output: result.experimental_output, text: result.text, told };
  } catch (error) {
    return { thrown: (error as Error).message, told };
  }
}
