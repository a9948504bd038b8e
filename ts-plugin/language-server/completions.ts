/** What can be written at a place, beside what TypeScript offers. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import { completionsAt } from '../analysis/completions/completions-at.ts';
import { findingsIn, type OpenFile } from './workspace.ts';

/** @param index In the text of the file. */
export function completions(open: OpenFile, index: number): CompletionItem[] {
  const { opened, path, places } = open;
  const file = opened.project.file(path);
  if (!file) return [];
  const found = completionsAt({ project: opened.project, file, index, findings: findingsIn(open) });
  return found.map(({ text, span, filter, description }) => ({
    label: text,
    kind: CompletionItemKind.Text,
    filterText: filter,
    documentation: description,
    // Before all that TypeScript offers.
    sortText: '0',
    textEdit: { range: places.toRange(path, span), newText: text },
  }));
}
