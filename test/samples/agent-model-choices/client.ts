import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); import { type Model, openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const models: Record<string, Model> = { given: openai('one of them') };
const isFast = process.env['FAST'] === 'yes';

export async function answer() { return calledDirectly("workflow//./input//answer"); }
