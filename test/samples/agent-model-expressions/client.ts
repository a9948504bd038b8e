import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); import { Gateway, createOpenAI, openai } from '@ai-sdk/openai';
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
