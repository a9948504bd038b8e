/** Makes the graph of a workflow out of the analysis of its file. */
import type { GraphNode, WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { CallTargets, type ResolveImport } from './call-targets.ts';
import { Drawing } from './drawing.ts';

/** @param workflow A function of the module. */
export function drawWorkflow(
  analysis: ModuleAnalysis,
  workflow: DirectiveFunction,
  resolveImport: ResolveImport,
): WorkflowGraph {
  const drawing = new Drawing(analysis, new CallTargets(analysis, resolveImport));
  const { start, end } = workflow.node.span;
  const ends = drawing.drawBody(workflow.node, [{ from: 'start' }]);
  drawing.sketch.connect(ends, 'end');
  const edge = (kind: 'start' | 'end', index: number): GraphNode => {
    const { line, column } = analysis.file.positions.at(index);
    return { id: kind, kind, label: kind === 'start' ? workflow.path : 'end', line, column: column + 1 };
  };
  return drawing.sketch.finish(edge('start', start), edge('end', Math.max(start, end - 1)));
}
