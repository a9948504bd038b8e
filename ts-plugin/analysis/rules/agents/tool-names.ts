/** Options that name tools which the agent does not have. */
import { agentError } from '../../../../agent/contract/messages.ts';
import { type Node, children } from '../../../../compiler/ast.ts';
import { findNearName } from '../../../../runtime/contract/near-name.ts';
import { initialValue, literalOf } from '../../code/held-values.ts';
import { replaceText } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { type WrittenObject, objectIn, propertyOf } from './written-object.ts';

/** A name in `activeTools` or `toolChoice`. */
interface NamedTool {
  option: string;
  node: Node;
}

/** @param options The agent's own options, or those of one of its calls. @param agent The agent's own options. */
export function checkToolNames(options: WrittenObject, agent: WrittenObject): Finding[] {
  const known = knownTools(agent);
  return known ? namedTools(options).flatMap((named) => checkName(options, named, known)) : [];
}

/** The names of all tools; `null`: there may be others. */
function knownTools(agent: WrittenObject): string[] | null {
  if (!agent.isComplete) return null;
  if (!propertyOf(agent, 'tools')) return [];
  const tools = objectIn(agent, 'tools');
  return tools?.isComplete ? tools.properties.map(({ name }) => name) : null;
}

function namedTools(options: WrittenObject): NamedTool[] {
  const active = propertyOf(options, 'activeTools');
  const list = active && initialValue(active.value);
  const chosen = objectIn(options, 'toolChoice');
  const choice = chosen && propertyOf(chosen, 'toolName');
  return [
    ...(list?.type === 'ArrayExpression' ? children(list, 'elements') : []).map((node) => ({
      option: 'activeTools',
      node,
    })),
    ...(choice ? [{ option: 'toolChoice', node: choice.value }] : []),
  ];
}

function checkName({ file }: WrittenObject, { option, node }: NamedTool, known: readonly string[]): Finding[] {
  const literal = literalOf(node);
  if (literal?.node.type !== 'StringLiteral') return [];
  const name = literal.value as string;
  if (known.includes(name)) return [];
  const meant = literal.node === node ? findNearName(name, known) : null;
  const fixes = meant
    ? [{ title: `Write "${meant}"`, edits: [replaceText(file, inQuotes(node), meant)], isForAll: true }]
    : [];
  const error = agentError('agent_tool_unknown', { option, name, known: known.join(', ') || 'none' });
  return [createFinding(file, node.span, error, { fixes })];
}

function inQuotes({ span }: Node): Node['span'] {
  return { start: span.start + 1, end: span.end - 1 };
}
