import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/model", closure); registerClosure("step//./input//answer/list/model~2", closure$1); registerClosure("step//./input//answer/list/model~3", closure$2); registerClosure("step//./input//answer/list/model~4", closure$3); registerClosure("step//./input//answer/list/model~5", closure$4); registerClosure("step//./input//answer/list/model~6", closure$5); registerClosure("step//./input//answer/list/model~7", closure$6); registerClosure("step//./input//answer/list/model~8", closure$7); registerClosure("step//./input//answer/list/model~9", closure$8); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure() { return () => (() => openai('sync')); }

function closure$1() { return () => (async () => openai('async')); }

function closure$2({ name }) { return () => (async () => openai(name)); }

function closure$3({ name }) { return () => (function chosen() {
        return openai(`${chosen.name} ${name}`);
      }); }

function closure$4({ version }) { const suffix = (text: string) => `${text}-${version}`; return () => ({ model() {
        return openai(suffix('method'));
      } }).model; }

function closure$5({ name }) { return () => ({ async 'model'() {
        return openai(name);
      } }).model; }

function closure$6({ name, version }) { const suffix = (text: string) => `${text}-${version}`; const pick = () => openai(suffix(name)); return () => (pick); }

function closure$7() { const model = async () => openai('shorthand'); return () => (model); }

function closure$8() { return () => (() => () => openai('twice')); }
