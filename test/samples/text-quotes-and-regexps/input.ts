import { EOL } from 'node:os';

const quote = /['"`]use step['"`]/, slash = /\/* 'use workflow' *\//;
const text = `'use step' ${'`'}`;
const html = "<!-- 'use step' -->";

async function check(value: string) {
  "use step";
  return [quote.test(value), slash.source.length, text.length + html.length, EOL.length];
}
export async function flow() {
  'use workflow';
  return check("'use step'");
}
