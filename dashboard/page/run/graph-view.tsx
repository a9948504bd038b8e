/** The graph of the workflow, and where in it the run is. */
import { useMemo } from 'preact/hooks';
import type { RunDetails } from '../../../runtime/operations/items.ts';
import type { GraphNode } from '../../../runtime/contract/workflow-graph.ts';
import { Place, Status, toneOf } from '../parts/parts.tsx';
import { useWorkflows } from '../runs/filters.tsx';
import { layOut, NODE, type PlacedNode } from './graph-layout.ts';
import type { Call, Timeline } from './timeline-model.ts';

/** The view. */
export function GraphView({ run, timeline, seq }: { run: RunDetails; timeline: Timeline; seq: number }) {
  const workflows = useWorkflows();
  const workflow = workflows.find(({ workflowName }) => workflowName === run.workflowName);
  const visits = useMemo(() => countVisits(timeline.calls), [timeline, seq]);
  if (workflows.length > 0 && !workflow?.graph)
    return <div class="card empty">This process has no code of the workflow, so its graph is not known here.</div>;
  if (!workflow?.graph) return <p class="soft">Reading …</p>;
  const { nodes, edges, width, height } = layOut(workflow.graph);
  return (
    <section class="stack" aria-label="Graph">
      <div class="graph" tabIndex={0} role="group" aria-label="Graph of the workflow">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {edges.map((edge) => (
            <g key={`${edge.from} ${edge.to} ${edge.label ?? ''}`} class="soft">
              <path class="edge" d={edge.path} />
              {edge.label && (
                <text x={edge.labelX} y={edge.labelY}>
                  {edge.label}
                </text>
              )}
            </g>
          ))}
          {nodes.map((node) => (
            <NodeView key={node.id} node={node} visit={visits.get(keyOf(node))} run={run} />
          ))}
        </svg>
      </div>
      <details>
        <summary>As a list</summary>
        <ul>
          {workflow.graph.nodes.map((node) => (
            <li key={node.id}>
              {node.kind} {node.label} <Visits visit={visits.get(keyOf(node))} />{' '}
              {workflow.file !== null && node.line > 0 && <Place at={`${workflow.file}:${node.line}:${node.column}`} />}
            </li>
          ))}
        </ul>
      </details>
      <p class="soft">The graph is an approximation: it follows the calls within one file.</p>
    </section>
  );
}

/** How often the run was at a place, and what is there now. */
interface Visit {
  total: number;
  state: string;
}

const ORDER = ['failed', 'retrying', 'running', 'pending', 'completed', 'cancelled'];

const keyOf = ({ kind, stepId, workflowId, label }: GraphNode): string =>
  stepId ?? (kind === 'workflow' ? `child ${(workflowId ?? label).split('/').at(-1)}` : kind);

const keyOfCall = ({ kind, stepName, name }: Call): string =>
  kind === 'step' ? (stepName ?? name) : kind === 'child' ? `child ${name}` : kind;

function countVisits(calls: readonly Call[]): Map<string, Visit> {
  const visits = new Map<string, Visit>();
  for (const call of calls) {
    const known = visits.get(keyOfCall(call));
    const state = known && ORDER.indexOf(known.state) < ORDER.indexOf(call.state) ? known.state : call.state;
    visits.set(keyOfCall(call), { total: (known?.total ?? 0) + 1, state });
  }
  return visits;
}

function NodeView({ node, visit, run }: { node: PlacedNode; visit: Visit | undefined; run: RunDetails }) {
  const { x, y, kind, label } = node;
  const state = kind === 'start' ? 'completed' : kind === 'end' && run.completedAt !== null ? run.status : visit?.state;
  const text = label.length > 22 ? `${label.slice(0, 21)}…` : label;
  const isRound = kind === 'start' || kind === 'end';
  return (
    <g class={state ? toneOf(state) : 'soft'}>
      <rect
        class="node"
        x={x - NODE.width / 2}
        y={y - NODE.height / 2}
        width={NODE.width}
        height={NODE.height}
        rx={isRound ? NODE.height / 2 : kind === 'step' ? 6 : 2}
        stroke-dasharray={kind === 'step' || isRound ? undefined : '4 3'}
        style={{ stroke: state ? 'currentcolor' : 'var(--line)', strokeWidth: state ? '2' : '1' }}
      />
      <text x={x} y={y + 4} text-anchor="middle">
        {text}
        {visit && visit.total > 1 ? ` × ${visit.total}` : ''}
      </text>
      <title>{`${kind} ${label}`}</title>
    </g>
  );
}

function Visits({ visit }: { visit: Visit | undefined }) {
  if (!visit) return <span class="soft">not reached</span>;
  return (
    <>
      <Status state={visit.state} /> {visit.total > 1 && `× ${visit.total}`}
    </>
  );
}
