/** Completes comments that suppress findings, and the codes in them. */
import { RULE_GROUPS } from '../rules/all-rules.ts';
import type { Finding } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

const COMMENTS = [
  { text: 'workflow-ignore-next-line', description: 'Suppresses the codes that follow, in the next line.' },
  { text: 'workflow-ignore-file', description: 'Suppresses the codes that follow, in this file.' },
];

/** The comments and codes for a place. @param findings The findings of the file. Their codes come first. */
export function suppressionCompletions(
  { source }: ProjectFile,
  index: number,
  findings: readonly Finding[],
): Completion[] {
  const lineStart = source.code.lastIndexOf('\n', index - 1) + 1;
  const line = source.code.slice(lineStart, index);
  const begun = /^\s*\/\/\s*([\w-]*)$/.exec(line);
  if (begun) {
    const span = { start: index - begun[1]!.length, end: index };
    return begun[1] === '' || 'workflow-ignore'.startsWith(begun[1]!.slice(0, 'workflow-ignore'.length))
      ? COMMENTS.map(({ text, description }) => ({ text, span, filter: text, description }))
      : [];
  }
  const codes = /^\s*\/\/\s*workflow-ignore-(?:next-line|file)\b(?:(?!\s--\s).)*?[\s,](\w*)$/.exec(line);
  if (!codes) return [];
  const span = { start: index - codes[1]!.length, end: index };
  // An unfinished comment suppresses nothing yet, which is itself a finding.
  const others = findings.filter((finding) => finding.span.start < lineStart || index < finding.span.start);
  const all = RULE_GROUPS.flatMap(({ rules }) => rules.map(({ code }) => code));
  return [...new Set([...others.map(({ code }) => code), ...all])].map((text) => ({
    text,
    span,
    filter: text,
    description: others.find(({ code }) => code === text)?.message ?? `The code of a rule: "${text}".`,
  }));
}
