import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//chosen", chosen); markStep("step//./input//prepared", prepared); markWorkflow("workflow//./input//answer", answer); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const plain = async () => openai('plain');

async function chosen() {
  
  return openai('by a step');
}

function shared({ stepNumber }: { stepNumber: number }) {
  return { model: () => openai(`shared ${stepNumber}`) };
}

async function prepared({ stepNumber }: { stepNumber: number }) {
  
  return { model: `gateway/${stepNumber}` };
}

export async function answer() { return calledDirectly("workflow//./input//answer"); }
