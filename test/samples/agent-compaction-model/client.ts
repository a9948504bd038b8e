import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer() { return calledDirectly("workflow//./input//answer"); }
