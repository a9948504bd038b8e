/** An explanation as a text: a page of docs/errors, and what the program prints. */
import type { Example, ExplainedError } from '../../runtime/contract/explanation.ts';
import { TOPICS, type Topic } from '../../runtime/contract/topics.ts';

/** Markdown. Links are relative to `docs/errors`. */
export function formatExplanation(error: ExplainedError): string {
  const { code, why, wrong, right, see = [] } = error;
  return [
    `# ${code}`,
    formatMessage(error),
    why,
    ...(wrong === undefined ? [] : ['## Wrong', formatExample(wrong)]),
    ...(right === undefined ? [] : ['## Right', formatExample(right)]),
    ...(see.length === 0 ? [] : ['## See also', see.map((name) => `- ${formatLink(name)}`).join('\n')]),
  ].join('\n\n');
}

function formatMessage({ message, fix }: ExplainedError): string {
  return fix === undefined ? `> ${message}` : `> ${message}\n>\n> Fix: ${fix}`;
}

/** The files of an example; one without a name is TypeScript. */
function formatExample(example: Example): string {
  const files = typeof example === 'string' ? { ts: example } : example;
  return Object.entries(files)
    .map(([name, text]) => formatFile(name, text))
    .join('\n\n');
}

function formatFile(name: string, text: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1];
  const fenced = `\`\`\`${ending ?? name}\n${text}\n\`\`\``;
  return ending === undefined ? fenced : `\`${name}\`:\n\n${fenced}`;
}

function formatLink(name: string): string {
  if (!isTopic(name)) return `[${name}](${name}.md)`;
  const { title, page } = TOPICS[name];
  return `[${title}](../${page})`;
}

const isTopic = (name: string): name is Topic => Object.hasOwn(TOPICS, name);
