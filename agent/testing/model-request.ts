/** A request to a model in one form for all protocols. */

/** The protocols that the server speaks. */
export type ProtocolName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gateway';

/** A call of a tool in the conversation that was sent. */
export interface RequestToolCall {
  id: string;
  name: string;
  /** Parsed; the text itself when it is no JSON. */
  input: unknown;
}

/** The result of a tool in the conversation that was sent. */
export interface RequestToolResult {
  id: string;
  name: string;
  /** Parsed when it is JSON. */
  output: unknown;
  /** Present where the protocol says so; OpenAI's have no word for it. */
  isError?: true;
}

/** A file in a message. */
export interface RequestFile {
  /** Left out when the protocol does not say. */
  mediaType?: string;
  /** Base64, `data:` or other URL, or id of an uploaded file. */
  data: string;
}

/** One message. Fields that it does not have are empty. */
export interface RequestMessage {
  role: 'user' | 'assistant' | 'tool';
  text: string;
  reasoning: string;
  toolCalls: RequestToolCall[];
  toolResults: RequestToolResult[];
  files: RequestFile[];
}

/** A tool that the model may call. */
export interface RequestTool {
  name: string;
  description?: string;
  /** JSON Schema of its input. */
  inputSchema?: unknown;
  /** Set for tools that the provider executes: its type in the protocol, such as `web_search_20250305`. */
  providerType?: string;
}

/** Settings as the AI SDK calls them. Those that were not sent are absent. */
export interface RequestSettings {
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  stopSequences?: string[];
  seed?: number;
}

/** The content that protocols read from a request. */
export interface RequestContent {
  model: string;
  /** Whether the answer is to be a stream. */
  stream: boolean;
  /** Text of all system messages. */
  system: string;
  /** The conversation, without the system messages. */
  messages: RequestMessage[];
  tools: RequestTool[];
  toolChoice?: 'auto' | 'required' | 'none' | { toolName: string };
  /** Present when the answer is to be JSON. */
  responseFormat?: { schema?: unknown; name?: string };
  settings: RequestSettings;
}

/** A request as scripts and tests see it. */
export interface ModelRequest extends RequestContent {
  /** Number of this request, from 1. */
  call: number;
  /** Number of this request among those with the same model and messages, from 1: a retry has 2. */
  attempt: number;
  /**
   * Answers of the model since the last message of the user: 0 in the first step of an agent, 1 after its first tool
   * calls.
   */
  step: number;
  protocol: ProtocolName;
  /** Text of the last message of the user. */
  prompt: string;
  /** Results of tools that came after the last answer of the model. */
  toolResults: RequestToolResult[];
  path: string;
  /** HTTP headers; those that hold keys are masked. */
  headers: Record<string, string>;
  /** The body as it came, parsed. */
  body: unknown;
}

const MASK = '***';
const SECRET_HEADER = /authorization|cookie|key|token|secret/;

/** The headers of a request without the keys in them. */
export function maskHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) shown[name] = SECRET_HEADER.test(name) ? MASK : String(value);
  }
  return shown;
}

/** Facts about a conversation as a whole. */
export function summarizeMessages(
  messages: readonly RequestMessage[],
): Pick<ModelRequest, 'prompt' | 'step' | 'toolResults'> {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    prompt: messages[lastUser]?.text ?? '',
    step: messages.slice(lastUser + 1).filter(({ role }) => role === 'assistant').length,
    toolResults: messages.slice(lastAssistant + 1).flatMap(({ toolResults }) => toolResults),
  };
}

/** A message with what it has. */
export function toMessage(role: RequestMessage['role'], fields: Partial<Omit<RequestMessage, 'role'>>): RequestMessage {
  return { role, text: '', reasoning: '', toolCalls: [], toolResults: [], files: [], ...fields };
}

/** The value of a JSON text, or the text itself. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An object without the keys that have no value. */
export function definedOnly<T extends object>(fields: { [Key in keyof T]: T[Key] | null | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T;
}

/** The names that earlier calls gave to the ids of tool results. */
export function nameToolResults(messages: readonly RequestMessage[]): void {
  const names = new Map(messages.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name] as const)));
  for (const result of messages.flatMap(({ toolResults }) => toolResults)) result.name ||= names.get(result.id) ?? '';
}
