/** The tools of an MCP server, for an agent. Runs in the workflow; what speaks to the server are its steps. */
import { agentError } from '../contract/messages.ts';
import type { AgentTool, AgentToolSet, ToolCallOptions } from '../contract/tools.ts';
import { type CheckedDuration, type FittingDurations, type Length, toDueTime } from '../../runtime/values/duration.ts';
import { callMcpTool } from './call-tool-step.ts';
import { checkConnect } from './check-connect.ts';
import { listMcpTools } from './list-tools-step.ts';
import type { McpConnect } from './mcp-server.ts';
import type { McpCall, McpTool } from './mcp-tool.ts';
import { toModelNames } from './tool-names.ts';
import { type McpOutput, toModelOutput, toOutput } from './tool-results.ts';

/** The options of `mcpTools()`. The type parameter is a literal text that TypeScript checks; leave it out. */
export interface McpToolsOptions<Timeout extends Length = Length> {
  /** Put before the names of the tools, as it is: `'github_'`. */
  prefix?: string | undefined;
  /** Names of the tools to take, as the server has them. Default: all. */
  include?: readonly string[] | undefined;
  /** Names of the tools to leave out, as the server has them. */
  exclude?: readonly string[] | undefined;
  /** How long the server may take for one request: milliseconds, or text such as `'2 minutes'`. Default one minute. */
  timeout?: CheckedDuration<Timeout> | undefined;
  /**
   * Whose calls wait until somebody approves them. `'destructive'`: all but those of tools that the server calls
   * read-only or not destructive. Default `'none'`.
   */
  approve?: 'none' | 'destructive' | 'all' | ((tool: McpTool) => boolean) | undefined;
  /**
   * Whose calls are made again when the first try was cut off and may have taken effect. `'annotated'` (the default):
   * those of tools that the server calls read-only or idempotent. Of other calls that were cut off, the model is told.
   * A call that never reached the server is tried again in any case.
   */
  retry?: 'none' | 'annotated' | 'all' | ((tool: McpTool) => boolean) | undefined;
}

/** The same options for a choice of several lengths of time. */
type FittingOptions<Timeout extends Length> = Omit<McpToolsOptions, 'timeout'> & {
  timeout?: Timeout | undefined;
} & FittingDurations<[Timeout]>;

const TIMEOUT_DEFAULT: Length = '1 minute';

const APPROVE = {
  none: () => false,
  // A missing hint has the default of the protocol: the tool changes things, and may destroy some.
  destructive: ({ annotations = {} }: McpTool) => !annotations.readOnlyHint && annotations.destructiveHint !== false,
  all: () => true,
} as const;

const RETRY = {
  none: () => false,
  annotated: ({ annotations = {} }: McpTool) => Boolean(annotations.readOnlyHint || annotations.idempotentHint),
  all: () => true,
} as const;

/**
 * Asks an MCP server for its tools, in a step, and gives them in the form that {@link DurableAgent} takes. Each call of
 * one is a step. Call it in a workflow.
 * @param connect The server, or a step function that returns it: that runs on the host, so what it returns, credentials
 * too, is not stored.
 * @throws `agent_mcp_…`, `agent_option_invalid`, `duration_invalid`.
 */
export async function mcpTools<Timeout extends Length = Length>(
  connect: McpConnect,
  options?: FittingOptions<Timeout> | McpToolsOptions<Timeout>,
): Promise<AgentToolSet>;
export async function mcpTools(connect: McpConnect, options: McpToolsOptions = {}): Promise<AgentToolSet> {
  checkConnect(connect);
  const { prefix = '', include, exclude, timeout = TIMEOUT_DEFAULT } = options;
  const needsApproval = toPredicate('approve', options.approve ?? 'none', APPROVE);
  const isRepeatable = toPredicate('retry', options.retry ?? 'annotated', RETRY);
  const timeoutMs = toDueTime(timeout, 0);
  const listing = { connect, ...(include && { include }), ...(exclude && { exclude }), timeoutMs };
  const tools = await listMcpTools(listing);
  const modelNames = toModelNames(
    tools.map(({ name }) => name),
    prefix,
  );
  return Object.fromEntries(
    tools.map((tool) => {
      const call = { connect, name: tool.name, isRepeatable: isRepeatable(tool), timeoutMs };
      return [modelNames.get(tool.name)!, toAgentTool(tool, call, needsApproval(tool))];
    }),
  );
}

type Predicate = (tool: McpTool) => boolean;

function toPredicate<Choice extends string>(
  option: string,
  given: Choice | Predicate,
  choices: Readonly<Record<Choice, Predicate>>,
): Predicate {
  if (typeof given === 'function') return given;
  if (Object.hasOwn(choices, given)) return choices[given];
  const expected = `a function, or one of ${Object.keys(choices).join(', ')}`;
  throw agentError('agent_option_invalid', { option, found: JSON.stringify(given), expected });
}

function toAgentTool(
  { title, description, inputSchema, annotations }: McpTool,
  call: Omit<McpCall, 'input' | 'idempotencyKey' | 'abortSignal'>,
  needsApproval: boolean,
): AgentTool<unknown, McpOutput> {
  const shownTitle = title ?? annotations?.title;
  return {
    // The client of a chat does not know them.
    type: 'dynamic',
    ...(description !== undefined && { description }),
    ...(shownTitle !== undefined && { title: shownTitle }),
    inputSchema,
    ...(needsApproval && { needsApproval }),
    execute: (input, options) => execute({ ...call, input }, options),
    toModelOutput,
  };
}

async function execute(
  call: Omit<McpCall, 'idempotencyKey'>,
  { idempotencyKey, abortSignal }: ToolCallOptions,
): Promise<McpOutput> {
  const outcome = await callMcpTool({ ...call, idempotencyKey, abortSignal });
  if (outcome.status === 'done') return toOutput(outcome);
  const { message, code } = outcome;
  throw Object.assign(new Error(message), { name: 'McpToolError', ...(code !== undefined && { code }) });
}
