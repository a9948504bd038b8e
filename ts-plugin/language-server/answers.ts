/** Answers to the questions of an editor about a place or a file, in the form of the protocol. */
import {
  type Hover,
  MarkupKind,
  type CompletionItem,
  CompletionItemKind,
  type InlayHint,
  type Range,
  type CodeLens,
} from 'vscode-languageserver';
import { type CallSite, FileCode } from '../analysis/code/call-sites.ts';
import type { Completion } from '../analysis/completions/completion.ts';
import { completionsAt } from '../analysis/completions/completions-at.ts';
import { describeFunction, type DurableFunction } from '../analysis/hover/describe-function.ts';
import { hoverAt } from '../analysis/hover/hover.ts';
import { type OpenFile, findingsIn } from './workspace.ts';

/** The hover at an index of a file, below TypeScript's own; `null`: nothing to add. */
export function hover({ opened, path, positions }: OpenFile, index: number): Hover | null {
  const found = hoverAt(opened.project, path, index);
  return (
    found && { contents: { kind: MarkupKind.Markdown, value: found.text }, range: positions.toRange(path, found.span) }
  );
}

/** The completions at an index of a file, in addition to TypeScript's own. */
export function completions(open: OpenFile, index: number): CompletionItem[] {
  const { path, positions } = open;
  const found = completionsIn(open, index);
  return found.map(({ text, span, filter, description }) => ({
    label: text,
    kind: CompletionItemKind.Text,
    filterText: filter,
    documentation: description,
    // Before TypeScript's own.
    sortText: '0',
    textEdit: { range: positions.toRange(path, span), newText: text },
  }));
}

/** Stands for the name that is not typed yet: `charge.` alone does not parse. */
const PLACEHOLDER = 'x';

function completionsIn(open: OpenFile, index: number): Completion[] {
  const { project } = open.opened;
  const file = project.file(open.path);
  if (file) return completionsAt({ project, file, index, findings: findingsIn(open) });
  const code = project.text(open.path)?.code ?? '';
  const complete = project.fileWith(open.path, code.slice(0, index) + PLACEHOLDER + code.slice(index));
  const found = complete ? completionsAt({ project, file: complete, index, findings: [] }) : [];
  const toWritten = (end: number): number => (end > index ? end - PLACEHOLDER.length : end);
  return found.map((one) => ({ ...one, span: { start: one.span.start, end: toWritten(one.span.end) } }));
}

const STEP = '⟳ step';

/** Marks calls of steps that certainly run in workflows. Elsewhere a step is an ordinary function. */
export function inlayHints({ opened, path, positions }: OpenFile, range: Range): InlayHint[] {
  const { project } = opened;
  const file = project.file(path);
  if (!file) return [];
  const shown = positions.toSpan(path, range);
  return new FileCode(project, file).calls.flatMap((site) => {
    const { start } = site.node.span;
    const step = shown.start <= start && start <= shown.end ? recordedStep(site) : null;
    if (!step) return [];
    const tooltip = describeFunction(project, step);
    return [{ position: positions.toPosition(path, start), label: STEP, tooltip, paddingRight: true }];
  });
}

/** The step that the runtime runs for a call; `null` for other calls. */
function recordedStep({ contexts, node, origin }: CallSite): DurableFunction | null {
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  return contexts.isOnly(node, 'workflow') ? { file: origin.file, directive: origin.directive } : null;
}

/** A line above each workflow and step with facts about it. */
export function codeLenses({ opened, path, positions }: OpenFile): CodeLens[] {
  const file = opened.project.file(path);
  return (file?.analysis?.functions ?? []).map((directive) => ({
    range: positions.toRange(path, { start: directive.node.span.start, end: directive.node.span.start }),
    // A command without a name shows its title and does nothing on a click.
    command: { title: describeFunction(opened.project, { file: file!, directive }), command: '' },
  }));
}
