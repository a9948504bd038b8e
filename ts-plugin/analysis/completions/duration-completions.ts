/** Completes lengths of time in strings. */
import { describeDuration, isDuration } from '../code/durations.ts';
import { nodesAt } from '../code/nodes-at.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

const COMMON = ['30 seconds', '5 minutes', '1 hour', '1 day', '7 days', '30 days'];
const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks'];

/** Lengths of time for a string argument that must be one. */
export function durationCompletions(project: Project, file: ProjectFile, index: number): Completion[] {
  const nodes = nodesAt(file, index);
  const [node] = nodes;
  if (node?.type !== 'StringLiteral' || !isDuration(project, file, nodes)) return [];
  const span = { start: node.span.start + 1, end: node.span.end - 1 };
  if (index < span.start || span.end < index) return [];
  const number = /^\s*(\d+(?:\.\d+)?)/.exec(file.source.code.slice(span.start, index))?.[1];
  const texts = number === undefined ? COMMON : UNITS.map((unit) => `${number} ${unit}`);
  return texts.map((text) => ({ text, span, filter: text, description: describeDuration(text) ?? text }));
}
