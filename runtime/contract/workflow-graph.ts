/** The picture of a workflow that can be drawn without running it. */
import type { StepName, WorkflowId } from './ids.ts';

/**
 * What a workflow may do, in which order. An approximation: it follows calls of functions of the same file, not those into other
 * modules, and takes a step that is passed on as one that may be called there. At most 1,000 nodes; the same sources give the same graph.
 */
export interface WorkflowGraph {
  /** First `start`, then in the order in which the code is read, last `end`. */
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/**
 * - `start`, `end`: of the run; each once.
 * - `step`: the call of a step.
 * - `workflow`: a child run begins.
 * - `sleep`, `hook`: `sleep()`; a hook or webhook is opened.
 * - `condition`: one of its edges is taken. `loop`: its edges to what is repeated, any number of times, and to what follows. `parallel`: all of them.
 */
export type GraphNodeKind =
  'start' | 'step' | 'workflow' | 'sleep' | 'hook' | 'condition' | 'loop' | 'parallel' | 'end';

export interface GraphNode {
  /** Unique in the graph: `start`, `end`, or a number after an `n`. */
  id: string;
  kind: GraphNodeKind;
  /** Name of the step, or the code that decides, shortened. */
  label: string;
  /** The step; only with the kind `step`. */
  stepId?: StepName;
  /** The workflow of the child run; only with the kind `workflow`, where it is known. */
  workflowId?: WorkflowId;
  /** Place in the file of the workflow. Both count from 1. */
  line: number;
  column: number;
}

export interface GraphEdge {
  /** Ids of nodes. */
  from: string;
  to: string;
  /** When it is taken: `yes`, `no`, `each`, `done`, `again`, `fails`, the value of a `case`. Absent: always. */
  label?: string;
}
