/** The graph of a workflow, which can be drawn without running it. */
import type { StepName, WorkflowId } from './ids.ts';

/**
 * The possible steps of a workflow and their order: an approximation. It follows calls of functions in the same file,
 * not into other modules, and treats a step that is passed on as one that may be called there. At most 1,000 nodes. The
 * same sources give the same graph.
 */
export interface WorkflowGraph {
  /** First `start`, then the nodes in the order of the code, last `end`. */
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/**
 * The kind of a node.
 *
 * - `start`, `end`: of the run; each once.
 * - `step`: the call of a step.
 * - `workflow`: a child run begins.
 * - `sleep`, `hook`: `sleep()`; a hook or webhook is opened.
 * - `condition`: one of its edges is taken.
 * - `loop`: one edge leads to the repeated part, any number of times, one to what follows.
 * - `parallel`: all of its edges are taken.
 */
export type GraphNodeKind =
  | 'start'
  | 'step'
  | 'workflow'
  | 'sleep'
  | 'hook'
  | 'condition'
  | 'loop'
  | 'parallel'
  | 'end';

/** One node of the graph, with its place in the code. */
export interface GraphNode {
  /** Unique in the graph: `start`, `end`, or a number after an `n`. */
  id: string;
  kind: GraphNodeKind;
  /** The name of the step, or the deciding code, shortened. */
  label: string;
  /** The step; only with the kind `step`. */
  stepId?: StepName;
  /** The workflow of the child run; only with the kind `workflow`, where it is known. */
  workflowId?: WorkflowId;
  /** The place in the file of the workflow. Both count from 1. */
  line: number;
  column: number;
}

/** A possible transition between two nodes. */
export interface GraphEdge {
  /** Ids of nodes. */
  from: string;
  to: string;
  /** When it is taken: `yes`, `no`, `each`, `done`, `again`, `fails`, the value of a `case`. Absent: always. */
  label?: string;
}
