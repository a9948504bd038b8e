/** The agents that a file creates, and its calls of `stream()`. */
import { type Node, child, children } from '../../../../compiler/ast.ts';
import { streamingAgent } from '../../code/agent-creations.ts';
import { type CallSite, nameOfPackage } from '../../code/call-sites.ts';
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
  const made = streamingAgent(project, file, callee);
  if (!made) return null;
  const agent = writtenObject(made.file, children(made.node, 'arguments')[0]);
  return { site, agent, options: writtenObject(file, args[0]) };
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
