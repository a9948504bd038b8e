/** Lines above workflows and steps that tell what is known of them. */
import type { CodeLens } from 'vscode-languageserver';
import { describeFunction } from '../analysis/hover/describe-function.ts';
import type { OpenFile } from './workspace.ts';

export function codeLenses({ opened, path, places }: OpenFile): CodeLens[] {
  const file = opened.project.file(path);
  return (file?.analysis?.functions ?? []).map((directive) => ({
    range: places.toRange(path, { start: directive.node.span.start, end: directive.node.span.start }),
    // Nothing happens on a click: a command without a name is only a text.
    command: { title: describeFunction(opened.project, { file: file!, directive }), command: '' },
  }));
}
