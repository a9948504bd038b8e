/** The messages between the workflow and the steps that call MCP servers. */
import type { McpConnect } from './mcp-server.ts';

/** A tool as its server describes it. */
export interface McpTool {
  /** As the server knows it. */
  name: string;
  title?: string;
  description?: string;
  /** JSON Schema. */
  inputSchema: Record<string, unknown>;
  /** JSON Schema of the structured part of its results. */
  outputSchema?: Record<string, unknown>;
  annotations?: McpAnnotations;
}

/** The server's own statements about the effects of a tool. Nobody checks them: trust them as much as the server. */
export interface McpAnnotations {
  title?: string | undefined;
  /** It changes nothing. Default `false`. */
  readOnlyHint?: boolean | undefined;
  /** It may destroy something, if it is not read-only. Default `true`. */
  destructiveHint?: boolean | undefined;
  /** Called twice with the same input, it does no more than called once. Default `false`. */
  idempotentHint?: boolean | undefined;
  /** It reaches the world outside of the server. Default `true`. */
  openWorldHint?: boolean | undefined;
}

/** The input of the step that lists tools. */
export interface McpListing {
  connect: McpConnect;
  include?: readonly string[];
  exclude?: readonly string[];
  timeoutMs: number;
}

/** The input of the step that calls a tool. */
export interface McpCall {
  connect: McpConnect;
  /** As the server knows it. */
  name: string;
  input: unknown;
  /** The call may be made again when it is not known whether it took effect. */
  isRepeatable: boolean;
  idempotencyKey: string;
  timeoutMs: number;
  abortSignal?: AbortSignal;
}

/** A part of a result. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: McpResource }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string };

/** Content that a tool embeds or points to. */
export type McpResource =
  | { uri: string; mimeType?: string; text: string }
  | { uri: string; mimeType?: string; blob: string };

/** How a call ended. */
export type McpOutcome =
  | { status: 'done'; content: McpContent[]; structuredContent?: Record<string, unknown> }
  /** Another attempt would not help. A call that failed for another reason has thrown. */
  | { status: 'failed'; message: string; code?: string };
