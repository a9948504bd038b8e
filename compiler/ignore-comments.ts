/**
 * Comments by which code accepts what is said of it: `// workflow-ignore-next-line <code>… -- <reason>` and
 * `// workflow-ignore-file <code>…`.
 */
import type { ModuleBindings } from './analyze/scope.ts';
import type { Span } from './ast.ts';
import type { SourceFile } from './diagnostics.ts';

/** Such a comment. */
export interface IgnoreComment {
  span: Span;
  /** The line that it is about; `null`: the whole file. */
  line: number | null;
  /** Codes, as they are written. */
  codes: readonly string[];
}

const COMMENT = /^([^\S\n]*)\/\/[^\S\n]*workflow-ignore-(next-line|file)\b(.*)$/gm;

/** The comments of a file, in the order of the text. */
export function readIgnoreComments({ code, positions }: SourceFile, { nodes }: ModuleBindings): IgnoreComment[] {
  if (!code.includes('workflow-ignore-')) return [];
  const texts = nodes.ofAny(['TemplateElement', 'JSXText']);
  const isInText = (index: number): boolean => texts.some(({ span: { start, end } }) => start <= index && index < end);
  const comments = [...code.matchAll(COMMENT)].filter(({ index }) => !isInText(index));
  return comments.map((match) => {
    const start = match.index + match[1]!.length;
    const line = match[2] === 'file' ? null : positions.at(start).line + 1;
    const codes = match[3]!
      .split(/\s--(?:\s|$)/, 1)[0]!
      .split(/[\s,]+/)
      .filter(Boolean);
    return { span: { start, end: match.index + match[0].trimEnd().length }, line, codes };
  });
}

/** Whether a comment is about a code in a line. */
export const isAbout = (comment: IgnoreComment, code: string, line: number): boolean =>
  comment.codes.includes(code) && (comment.line ?? line) === line;
