/** The tools of a call in the form of the AI SDK: none can be executed there, so each call of a tool ends the step. */
import type { ModelTool } from '../contract/model-call.ts';
import type { Sdk, SdkDialect } from './sdk.ts';

/** By name; `undefined` when there are none, so that nothing is sent. */
export function toSdkTools(
  tools: readonly ModelTool[],
  sdk: Sdk,
  dialect: SdkDialect,
): Record<string, unknown> | undefined {
  if (tools.length === 0) return undefined;
  return Object.fromEntries(tools.map((tool) => [tool.name, toSdkTool(tool, sdk, dialect)]));
}

function toSdkTool(tool: ModelTool, sdk: Sdk, { providerTool }: SdkDialect): object {
  if (tool.type === 'provider') {
    // Whatever the provider takes: it checks the input itself.
    return { ...tool, type: providerTool, inputSchema: sdk.jsonSchema({}), isProviderExecuted: true };
  }
  const { type: _, name: _name, inputSchema, dynamic, ...rest } = tool;
  return { ...rest, inputSchema: sdk.jsonSchema(inputSchema), ...(dynamic && { type: 'dynamic' }) };
}
