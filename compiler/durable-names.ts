/**
 * The names of this package's own modules in the ids of their steps and classes
 * (`step//workflow/agent/mcp/call-tool-step//callMcpTool`). Journals of users hold these ids, so a name stays for ever.
 * When a file moves, change its key here and leave its name.
 */

/**
 * From the present path of a module in the package, without extension, to its name in ids. A new module takes a name
 * that no other ever had.
 */
export const DURABLE_NAMES: Readonly<Record<string, string>> = {
  'agent/mcp/call-tool-step': 'agent/mcp/call-tool-step',
  'agent/mcp/list-tools-step': 'agent/mcp/list-tools-step',
  'agent/model/call-model': 'agent/model/call-model',
  'agent/model/fold-messages': 'agent/model/fold-messages',
  'agent/providers/anthropic': 'agent/providers/anthropic',
  'agent/providers/gateway': 'agent/providers/gateway',
  'agent/providers/google': 'agent/providers/google',
  'agent/providers/openai': 'agent/providers/openai',
  'agent/providers/openai-compatible': 'agent/providers/openai-compatible',
  'agent/providers/xai': 'agent/providers/xai',
};
