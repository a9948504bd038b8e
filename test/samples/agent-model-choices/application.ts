import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/model", closure); registerClosure("step//./input//answer/list/model~2", closure$1); registerClosure("step//./input//answer/list/model~3", closure$2); registerClosure("step//./input//answer/list/model~4", closure$3); registerClosure("step//./input//answer/list/model~5", closure$4); registerClosure("step//./input//answer/list/model~6", closure$5); registerClosure("step//./input//answer/list/model~7", closure$6); registerClosure("step//./input//answer/list/model~8", closure$7); import { type Model, openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const models: Record<string, Model> = { given: openai('one of them') };
const isFast = process.env['FAST'] === 'yes';

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure() { return () => (openai('cheap')); }

function closure$1() { return () => (openai('default')); }

function closure$2({ options }) { return () => ((options.isCheap && openai('and')) || (() => openai('or'))); }

function closure$3() { return () => (isFast ? openai('fast') : openai('slow')); }

function closure$4() { return () => (isFast ? 'fast' : 'slow'); }

function closure$5({ options }) { return () => (models[options.model ?? ''] ?? openai('none of them')); }

function closure$6({ options }) { return () => (models[options.model ?? ''] ? openai('known') : 'unknown'); }

function closure$7() { return () => (openai('dear')); }
