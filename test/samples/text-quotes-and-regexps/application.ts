import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//check", check); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const quote = /['"`]use step['"`]/, slash = /\/* 'use workflow' *\//;
const text = `'use step' ${'`'}`;
const html = "<!-- 'use step' -->";

async function check(value: string) {
  
  return [quote.test(value), slash.source.length, text.length + html.length, EOL.length];
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
