import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/agent/model", closure); registerClosure("step//./input//answer/agent/compaction/model", closure$1); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure({ name }) { return () => (() => openai(name)); }

function closure$1({ name }) { return () => (() => openai(`${name}-mini`)); }
