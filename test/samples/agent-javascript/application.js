import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/agent/model", closure); registerClosure("step//./input//answer/other/model", closure$1); registerClosure("step//./input//answer/experimental_transform", closure$2); import { openai, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure({ delay }) { return () => (() => openai(`of ${delay}`)); }

function closure$1() { return () => (openai('js')); }

function closure$2({ delay }) { return () => (smoothStream(delay)); }
