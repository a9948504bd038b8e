import { registerStep, registerClosure, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//chosen", chosen); registerClosure("step//./input//shared/model", closure); registerStep("step//./input//prepared", prepared); markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/prepareStep/model", closure$1); registerClosure("step//./input//answer/list/prepareStep/model~2", closure$2); registerClosure("step//./input//answer/list/prepareStep/model~3", closure$3); registerClosure("step//./input//answer/prepareStep/model", closure$4); import { openai } from '@ai-sdk/openai';
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

function closure({ stepNumber }) { return () => (() => openai(`shared ${stepNumber}`)); }

function closure$1({ name, stepNumber }) { return () => (async () => openai(`${name} ${stepNumber}`)); }

function closure$2() { return () => (plain); }

function closure$3() { return () => (openai('instance')); }

function closure$4({ stepNumber }) { return () => (() => openai(`of call ${stepNumber}`)); }
