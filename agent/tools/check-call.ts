/**
 * Turns the words of the model into a call that can be executed: checks it against the schema, and repairs it if the
 * user knows how.
 */
import type { ModelMessage } from 'ai';
import type { ModelToolCall } from '../contract/model-call.ts';
import type { RepairToolCall, SystemPrompt } from '../contract/options.ts';
import type { AgentTool, AgentToolSet } from '../contract/tools.ts';
import { describeError } from './describe-error.ts';
import { invalidToolInputError, noSuchToolError } from './sdk-errors.ts';
import { checkInput, toJsonSchema } from './tool-schema.ts';

/** The tools of a step, and how to repair calls that do not fit them. */
export interface CheckContext {
  /** Those that this model call had. */
  tools: AgentToolSet;
  repair: RepairToolCall | undefined;
  messages: ModelMessage[];
  system: SystemPrompt | undefined;
}

/** A call that can be executed, or what is told to the model about one that cannot. */
export type CheckOutcome =
  | { isValid: true; toolName: string; input: unknown; tool: AgentTool }
  | { isValid: false; toolName: string; input: unknown; tool: AgentTool | undefined; error: unknown };

interface WrittenCall {
  toolName: string;
  input: unknown;
  /** Set when the reason is known already. */
  reason?: string;
}

/** Checks the input of a call, and repairs it when the user knows how. Never throws for what the model wrote. */
export async function checkCall(call: ModelToolCall, context: CheckContext): Promise<CheckOutcome> {
  const written = { ...call, ...(call.invalid?.kind === 'invalid-json' && { reason: call.invalid.message }) };
  const outcome = await check(written, context.tools);
  return outcome.isValid || !context.repair
    ? outcome
    : await repairCall(call, outcome, { ...context, repair: context.repair });
}

async function check({ toolName, input, reason }: WrittenCall, tools: AgentToolSet): Promise<CheckOutcome> {
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  if (!tool) {
    return { isValid: false, toolName, input, tool, error: noSuchToolError(toolName, Object.keys(tools)) };
  }
  const checked = reason === undefined ? await checkInput(tool, input) : ({ isValid: false, reason } as const);
  if (checked.isValid) return { isValid: true, toolName, input: checked.value, tool };
  return {
    isValid: false,
    toolName,
    input,
    tool,
    error: invalidToolInputError(toolName, toText(input), checked.reason),
  };
}

/** When the repair fails, or its call is wrong too, the first error stays. */
async function repairCall(
  call: ModelToolCall,
  failed: Extract<CheckOutcome, { isValid: false }>,
  { tools, repair, messages, system }: CheckContext & { repair: RepairToolCall },
): Promise<CheckOutcome> {
  try {
    const repaired = await repair({
      toolCall: { type: 'tool-call', toolCallId: call.toolCallId, toolName: call.toolName, input: toText(call.input) },
      tools,
      inputSchema: async ({ toolName }) => await toJsonSchema(toolName, tools[toolName] ?? {}),
      messages,
      system,
      error: failed.error as Error,
    });
    return repaired === null ? failed : await check({ toolName: repaired.toolName, ...parse(repaired.input) }, tools);
  } catch (error) {
    return {
      ...failed,
      error: new Error(`The repair of a tool call failed: ${describeError(error)}`, { cause: error }),
    };
  }
}

function parse(text: string): { input: unknown; reason?: string } {
  try {
    return { input: text.trim() === '' ? {} : (JSON.parse(text) as unknown) };
  } catch (error) {
    return { input: text, reason: `it is no JSON: ${describeError(error)}` };
  }
}

const toText = (input: unknown): string => (typeof input === 'string' ? input : (JSON.stringify(input) ?? ''));
