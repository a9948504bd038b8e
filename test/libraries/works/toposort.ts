import toposort from 'toposort';
import { Graph } from '@dagrejs/graphlib';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const graph = new Graph();
  graph.setEdge('a', 'b');
  return [
    toposort(
      await echo([
        ['a', 'b'],
        ['b', 'c'],
      ]),
    ),
    graph.successors('a'),
    graph.nodes(),
  ];
}
