import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/model", closure); registerClosure("step//./input//answer/list/model~2", closure$1); registerClosure("step//./input//answer/list/model~3", closure$2); registerClosure("step//./input//answer/list/model~4", closure$3); registerClosure("step//./input//answer/list/model~5", closure$4); registerClosure("step//./input//answer/list/model~6", closure$5); registerClosure("step//./input//answer/list/model~7", closure$6); registerClosure("step//./input//answer/list/model~8", closure$7); registerClosure("step//./input//answer/list/model~9", closure$8); registerClosure("step//./input//answer/list/model~10", closure$9); registerClosure("step//./input//answer/list/model~11", closure$10); registerClosure("step//./input//answer/list/model~12", closure$11); registerClosure("step//./input//answer/list/model~13", closure$12); registerClosure("step//./input//answer/list/model~14", closure$13); registerClosure("step//./input//answer/list/model~15", closure$14); import { Gateway, createOpenAI, openai } from '@ai-sdk/openai';
import * as provider from '@ai-sdk/openai';
import * as agents from 'workflow/agent';
import { DurableAgent as Agent } from 'workflow/agent';

const MODEL = 'openai/gpt-5';
const VERSION = 5;
const azure = createOpenAI({ apiKey: process.env['AZURE_KEY'] ?? 'azure' });
const models = { fast: azure('fast') };

function getModel() {
  return azure('by function');
}

const tag = (texts: TemplateStringsArray) => azure(texts.join(''));

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure() { return () => (MODEL); }

function closure$1() { return () => (`openai/${VERSION}`); }

function closure$2() { return () => (openai('call')); }

function closure$3() { return () => (openai.responses('member')); }

function closure$4() { return () => (provider?.openai?.('chain')); }

function closure$5() { return () => (createOpenAI({ apiKey: process.env['KEY'] ?? 'secret' })('with key')); }

function closure$6() { return () => (getModel); }

function closure$7() { return () => (getModel()); }

function closure$8() { return () => (models.fast); }

function closure$9() { return () => (new Gateway('new').model); }

function closure$10() { return () => (tag`tagged`); }

function closure$11() { return () => ((() => openai('called at once'))()); }

function closure$12() { return () => (openai('computed')); }

function closure$13() { return () => ((openai('cast') as unknown)!); }

function closure$14() { return () => (openai(
        'lines', // last
      )); }
