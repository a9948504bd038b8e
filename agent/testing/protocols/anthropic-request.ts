/** Requests of Anthropic's messages API, in the common form. */
import {
  definedOnly,
  nameToolResults,
  parseLoosely,
  type RequestContent,
  type RequestFile,
  type RequestMessage,
  type RequestTool,
  type RequestToolResult,
  toMessage,
} from '../model-request.ts';

/** The body of a request of Anthropic's messages API, as far as it is read. */
export interface MessagesBody {
  model: string;
  system?: string | Block[];
  messages: { role: 'user' | 'assistant' | 'system'; content: string | Block[] }[];
  stream?: boolean;
  tools?: WireTool[];
  tool_choice?: { type: 'auto' | 'any' | 'none' | 'tool'; name?: string };
  output_config?: { format?: { schema?: unknown } };
  output_format?: { schema?: unknown };
  max_tokens?: number;
  temperature?: number;
  top_p?: number;
  top_k?: number;
  stop_sequences?: string[];
}

interface WireTool {
  type?: string;
  name: string;
  description?: string;
  input_schema?: unknown;
}

interface Block {
  type: string;
  text?: string;
  thinking?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: string | Block[];
  is_error?: boolean;
  source?: { media_type?: string; data?: string; url?: string; file_id?: string };
}

const TOOL_CHOICES = { auto: 'auto', any: 'required', none: 'none' } as const;
/**
 * The tool by which clients ask for JSON where the model has no other way; they take its input as the text of the
 * reply.
 */
const JSON_TOOL = { name: /^json(_\d+)?$/, description: 'Respond with a JSON object.' };

/** Reads a request. */
export function readMessagesBody(body: MessagesBody): RequestContent {
  const messages = body.messages.filter(({ role }) => role !== 'system').flatMap(readMessage);
  nameToolResults(messages);
  const jsonTool = findJsonTool(body);
  const format = body.output_config?.format ?? body.output_format;
  const schema = format?.schema ?? jsonTool?.input_schema;
  return definedOnly<RequestContent>({
    model: body.model,
    stream: body.stream === true,
    system: [body.system ?? [], ...body.messages.filter(({ role }) => role === 'system').map(({ content }) => content)]
      .map(readText)
      .join('\n'),
    messages,
    tools: (body.tools ?? []).filter((tool) => tool !== jsonTool).map(readTool),
    toolChoice: readToolChoice(body, jsonTool),
    responseFormat: schema === undefined ? undefined : { schema },
    settings: definedOnly({
      maxOutputTokens: body.max_tokens,
      temperature: body.temperature,
      topP: body.top_p,
      topK: body.top_k,
      stopSequences: body.stop_sequences,
    }),
  });
}

/** The tool whose input is to be the reply, if there is one. */
export function findJsonTool({ tools }: MessagesBody): WireTool | undefined {
  return tools?.findLast(({ name, description }) => JSON_TOOL.name.test(name) && description === JSON_TOOL.description);
}

function readToolChoice(
  { tool_choice: choice }: MessagesBody,
  jsonTool: WireTool | undefined,
): RequestContent['toolChoice'] {
  if (!choice || jsonTool) return undefined;
  return choice.type === 'tool' ? { toolName: choice.name! } : TOOL_CHOICES[choice.type];
}

/** Results of tools come in messages of the user; what the user says besides them is a message of its own. */
function readMessage({ role, content }: MessagesBody['messages'][number]): RequestMessage[] {
  const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'assistant') return [readAnswer(blocks)];
  const [results, said] = [blocks.filter(isToolResult), blocks.filter((block) => !isToolResult(block))];
  const messages: RequestMessage[] = [];
  if (results.length > 0) messages.push(toMessage('tool', { toolResults: results.map(readToolResult) }));
  if (said.length > 0) messages.push(toMessage('user', { text: readText(said), files: said.flatMap(readFile) }));
  return messages;
}

function readAnswer(blocks: readonly Block[]): RequestMessage {
  return toMessage('assistant', {
    text: readText(blocks),
    reasoning: blocks.map(({ thinking }) => thinking ?? '').join(''),
    toolCalls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: id!, name: name!, input })),
  });
}

function isToolResult({ type }: Block): boolean {
  return type === 'tool_result';
}

function readToolResult({ tool_use_id: id, content, is_error: isError }: Block): RequestToolResult {
  return { id: id!, name: '', output: parseLoosely(readText(content ?? '')), ...(isError && { isError }) };
}

function readText(content: string | readonly Block[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function readFile({ source }: Block): RequestFile[] {
  const data = source?.data ?? source?.url ?? source?.file_id;
  return data === undefined ? [] : [definedOnly<RequestFile>({ mediaType: source?.media_type, data })];
}

function readTool({ type, name, description, input_schema: inputSchema }: WireTool): RequestTool {
  return definedOnly<RequestTool>({
    name,
    description,
    inputSchema,
    providerType: type === 'custom' ? undefined : type,
  });
}
