/** An explanation as a text: a section of a page in docs/errors, and the output of `workflow explain`. */
import type { Example, ExplainedError } from '../../runtime/contract/explanation.ts';
import { TOPICS, type Topic } from '../../runtime/contract/topics.ts';
import { findArea, pageOf } from './explained-areas.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

/**
 * The explanation in Markdown; its heading is of level 2.
 * @param toLink Turns a place in `docs` (`workflows.md#steps`) into the target of a link.
 */
export function formatExplanation(error: ExplainedError, toLink: (place: string) => string): string {
  const { code, why, wrong, right, see = [] } = error;
  return [
    `## ${code}`,
    formatMessage(error),
    wrapMarkdown(why),
    ...(wrong === undefined ? [] : ['### Wrong', formatExample(wrong)]),
    ...(right === undefined ? [] : ['### Right', formatExample(right)]),
    ...(see.length === 0 ? [] : ['### See also', see.map((name) => `- ${formatLink(name, toLink)}`).join('\n')]),
  ].join('\n\n');
}

function formatMessage({ message, fix }: ExplainedError): string {
  const lines = [message, ...(fix === undefined ? [] : ['', `Fix: ${fix}`])].join('\n').split('\n');
  return wrapMarkdown(lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
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

function formatLink(name: string, toLink: (place: string) => string): string {
  const { title, page } = isTopic(name) ? TOPICS[name] : { title: name, page: placeOf(name) };
  return `[${title}](${toLink(page)})`;
}

const isTopic = (name: string): name is Topic => Object.hasOwn(TOPICS, name);

const placeOf = (code: string): string => `errors/${pageOf(findArea(code)!)}#${code}`;
