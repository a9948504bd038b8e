/** The tools of an agent as the model sees them. */
import { definedFields } from '../contract/defined-fields.ts';
import { agentError } from '../contract/messages.ts';
import type { ModelTool, ToolChoice } from '../contract/model-call.ts';
import type { AgentTool, AgentToolSet } from '../contract/tools.ts';
import { toJsonSchema } from './tool-schema.ts';

/**
 * @param context The `experimental_context` of the agent, which tools may use.
 * @throws `agent_tool_schema_unsupported`.
 */
export async function toModelTools(tools: AgentToolSet, context: unknown): Promise<ModelTool[]> {
  return await Promise.all(Object.entries(tools).map(([name, tool]) => toModelTool(name, tool, context)));
}

async function toModelTool(name: string, tool: AgentTool, context: unknown): Promise<ModelTool> {
  if (isProviderTool(tool)) {
    const { id, args = {}, supportsDeferredResults } = tool;
    return {
      type: 'provider',
      name,
      id: id as `${string}.${string}`,
      args,
      ...(supportsDeferredResults && { supportsDeferredResults: true }),
    };
  }
  const { title, metadata, inputExamples, strict, providerOptions, type } = tool;
  const description = typeof tool.description === 'function' ? tool.description({ context }) : tool.description;
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    inputSchema: await toJsonSchema(name, tool),
    ...(type === 'dynamic' && { dynamic: true }),
    ...definedFields({ title, metadata, inputExamples, strict, providerOptions }),
  };
}

/** Whether the provider executes the tool. */
export const isProviderTool = ({ type }: AgentTool): boolean => type === 'provider' || type === 'provider-defined';

/**
 * Those of the tools that this call has.
 * @throws `agent_tool_unknown`.
 */
export function selectTools(tools: AgentToolSet, activeTools: readonly string[] | undefined): AgentToolSet {
  if (activeTools === undefined) return tools;
  for (const name of activeTools) requireTool(tools, 'activeTools', name);
  return Object.fromEntries(activeTools.map((name) => [name, tools[name]!]));
}

/** @throws `agent_tool_unknown`. */
export function checkToolChoice(tools: AgentToolSet, toolChoice: ToolChoice | undefined): void {
  if (typeof toolChoice === 'object') requireTool(tools, 'toolChoice', toolChoice.toolName);
}

function requireTool(tools: AgentToolSet, option: string, name: string): void {
  if (Object.hasOwn(tools, name)) return;
  throw agentError('agent_tool_unknown', { option, name, known: Object.keys(tools).join(', ') || 'none' });
}
