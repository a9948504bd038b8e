/** Marks between the words: where a workflow hands work to a step, so that its result is recorded. */
import type { InlayHint, Range } from 'vscode-languageserver';
import { type CallSite, FileCode } from '../analysis/code/call-sites.ts';
import { describeFunction } from '../analysis/hover/describe-function.ts';
import type { DurableFunction } from '../analysis/hover/durable-facts.ts';
import type { OpenFile } from './workspace.ts';

const STEP = '⟳ step';

/** Only calls of which it is sure that workflows run them: anywhere else a step is a function like any other. */
export function inlayHints({ opened, path, places }: OpenFile, range: Range): InlayHint[] {
  const { project } = opened;
  const file = project.file(path);
  if (!file) return [];
  const shown = places.toSpan(path, range);
  return new FileCode(project, file).calls.flatMap((site) => {
    const { start } = site.node.span;
    const step = shown.start <= start && start <= shown.end ? recordedStep(site) : null;
    if (!step) return [];
    const tooltip = describeFunction(project, step);
    return [{ position: places.toPosition(path, start), label: STEP, tooltip, paddingRight: true }];
  });
}

/** The step that a call asks the runtime for. */
function recordedStep({ contexts, node, origin }: CallSite): DurableFunction | null {
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  return contexts.isOnly(node, 'workflow') ? { file: origin.file, directive: origin.directive } : null;
}
