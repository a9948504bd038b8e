import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/model", closure); registerClosure("step//./input//answer/model", closure$1); registerClosure("step//./input//answer/model~2", closure$2); registerClosure("step//./input//answer/model~3", closure$3); registerClosure("step//./input//answer/model~4", closure$4); registerClosure("step//./input//answer/early/model", closure$5); registerClosure("step//./input//answer/late/model", closure$6); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const table = { a: openai('a of table'), b: openai('b of table') };

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure({ name, options }) { return () => (openai(`${name} in ${options.id}`)); }

function closure$1({ name }) { return () => (table[name]); }

function closure$2({ options, version }) { const withVersion = (id: string) => `${id}-${version}`; return () => (openai(withVersion(options.id))); }

function closure$3({ version }) { return () => (() => openai(`${version}`)); }

function closure$4({ names }) { return () => (openai(names.map((name) => `<${name}>`).join())); }

function closure$5({ version }) { return () => (openai(`early ${version}`)); }

function closure$6({ version }) { return () => (() => openai(`late ${version}`)); }
