/** The agents that a file creates, and its calls of `stream()`. */
import { type Node, child, children, unwrap } from '../../../../compiler/ast.ts';
import { type CallSite, methodOf, nameOfPackage } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type WrittenObject, objectIn, writtenObject } from './written-object.ts';

/** A call of `agent.stream({ … })`. */
export interface StreamCall {
  site: CallSite;
  /** The options of the agent; `null` when they are known only at run time. */
  agent: WrittenObject | null;
  /** The options of the call; `null` when they are known only at run time. */
  options: WrittenObject | null;
}

/** A tool of an agent. */
export interface Tool {
  name: string;
  /** Its object literal. */
  object: WrittenObject;
}

/** The options of the agent that a call creates; `null` for other calls, and for options that are no literal. */
export function madeAgent({ file, node, args, origin }: CallSite): WrittenObject | null {
  const isAgent = node.type === 'NewExpression' && nameOfPackage(origin, 'workflow/agent') === 'DurableAgent';
  return isAgent ? writtenObject(file, args[0]) : null;
}

/** The call of `stream()` that a call is; `null` for other calls. */
export function streamCallOf(site: CallSite): StreamCall | null {
  const { project, file, callee, args } = site;
  const method = methodOf(callee);
  const made = method?.name === 'stream' ? creationOf(project, file, method.object) : null;
  if (!made) return null;
  const agent = writtenObject(made.file, children(made.node, 'arguments')[0]);
  return { site, agent, options: writtenObject(file, args[0]) };
}

/** The `new DurableAgent(…)` that an expression is, or that its constant holds. */
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

/** The tools of an agent that are object literals. */
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
