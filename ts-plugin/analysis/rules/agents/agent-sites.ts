/** The agents that are made in a file, and the turns that they are asked for. */
import { type Node, child, children, unwrap } from '../../../../compiler/ast.ts';
import { type CallSite, methodOf, nameOfPackage } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type WrittenObject, objectIn, writtenObject } from './written-object.ts';

/** `agent.stream({ … })`. */
export interface Turn {
  site: CallSite;
  /** What the agent was made with; `null` where that is known only at run time. */
  agent: WrittenObject | null;
  /** The same for the call. */
  options: WrittenObject | null;
}

/** The tools that a model can be offered. */
export interface Tool {
  name: string;
  /** What it is written as. */
  object: WrittenObject;
}

/** The options of the agent that a call makes; `null` for other calls, and for options that are not written out. */
export function madeAgent({ file, node, args, origin }: CallSite): WrittenObject | null {
  const isAgent = node.type === 'NewExpression' && nameOfPackage(origin, 'workflow/agent') === 'DurableAgent';
  return isAgent ? writtenObject(file, args[0]) : null;
}

/** `null` for calls of anything but `stream()` of an agent. */
export function turnOf(site: CallSite): Turn | null {
  const { project, file, callee, args } = site;
  const method = methodOf(callee);
  const made = method?.name === 'stream' ? creationOf(project, file, method.object) : null;
  if (!made) return null;
  const agent = writtenObject(made.file, children(made.node, 'arguments')[0]);
  return { site, agent, options: writtenObject(file, args[0]) };
}

/** The `new DurableAgent(…)` that an expression is, or that a constant holds. */
function creationOf(project: Project, file: ProjectFile, expression: Node): { file: ProjectFile; node: Node } | null {
  const node = unwrap(expression);
  if (node.type === 'NewExpression') return isAgentClass(project, file, node) ? { file, node } : null;
  const origin = originOf(project, file, node);
  if (origin?.kind !== 'variable' || origin.path.length > 0) return null;
  const { declarations, references } = origin.binding;
  const [declarator] = declarations;
  const init = declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  if (!init || child(declarator!, 'id')?.type !== 'Identifier' || references.some(({ writes }) => writes)) return null;
  const made = unwrap(init);
  return isAgentClass(project, origin.file, made) ? { file: origin.file, node: made } : null;
}

function isAgentClass(project: Project, file: ProjectFile, node: Node): boolean {
  if (node.type !== 'NewExpression') return false;
  return nameOfPackage(originOf(project, file, child(node, 'callee')!), 'workflow/agent') === 'DurableAgent';
}

/** Those that are written out. */
export function toolsOf(project: Project, agent: WrittenObject): Tool[] {
  const tools = objectIn(agent, 'tools');
  if (!tools) return [];
  return tools.properties.flatMap(({ name, value }) => {
    const object = toolObject(project, tools.file, value);
    return object ? [{ name, object }] : [];
  });
}

/** `tool()` of the AI SDK gives what it is given. */
function toolObject(project: Project, file: ProjectFile, value: Node): WrittenObject | null {
  const object = writtenObject(file, value);
  if (object) return object;
  const call = initialValue(value);
  if (call.type !== 'CallExpression') return null;
  const name = nameOfPackage(originOf(project, file, child(call, 'callee')!), 'ai');
  return name === 'tool' || name === 'dynamicTool' ? writtenObject(file, children(call, 'arguments')[0]) : null;
}
