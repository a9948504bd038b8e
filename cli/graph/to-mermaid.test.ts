import { expect, test } from 'vitest';
import { toMermaid } from './to-mermaid.ts';

test('a graph becomes a flowchart whose labels are shown as they are', () => {
  const at = { line: 1, column: 1 };
  const text = toMermaid({
    nodes: [
      { id: 'start', kind: 'start', label: 'order', ...at },
      { id: 'n1', kind: 'condition', label: 'total > "100"', ...at },
      { id: 'n2', kind: 'step', label: 'charge', ...at },
      { id: 'end', kind: 'end', label: 'end', ...at },
    ],
    edges: [
      { from: 'start', to: 'n1' },
      { from: 'n1', to: 'n2', label: 'yes' },
      { from: 'n2', to: 'end' },
    ],
  });
  expect(text).toBe(`flowchart TD
  start(["order"])
  n1{"total #62; #34;100#34;"}
  n2["charge"]
  finish(["end"])
  start --> n1
  n1 -->|"yes"| n2
  n2 --> finish`);
});
