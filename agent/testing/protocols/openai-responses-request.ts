/** Requests of OpenAI's responses API, in the common form. */
import {
  definedOnly,
  nameToolResults,
  parseLoosely,
  type RequestContent,
  type RequestFile,
  type RequestMessage,
  type RequestTool,
  toMessage,
} from '../model-request.ts';

/** The body of a request of OpenAI's responses API, as far as it is read. */
export interface ResponsesBody {
  model: string;
  input: string | InputItem[];
  instructions?: string;
  previous_response_id?: string;
  stream?: boolean;
  tools?: { type: string; name?: string; description?: string; parameters?: unknown }[];
  tool_choice?: 'auto' | 'required' | 'none' | { type: string; name?: string };
  text?: { format?: { type: string; schema?: unknown; name?: string } };
  max_output_tokens?: number;
  temperature?: number;
  top_p?: number;
}

/** One item of the conversation in that API. */
export interface InputItem {
  /** Left out for messages. */
  type?: string;
  id?: string;
  role?: 'system' | 'developer' | 'user' | 'assistant';
  content?: string | InputPart[];
  summary?: { text: string }[];
  call_id?: string;
  name?: string;
  arguments?: string;
  output?: string | InputPart[];
}

interface InputPart {
  type: string;
  text?: string;
  image_url?: string;
  file_data?: string;
  file_url?: string;
  file_id?: string;
}

/** Reads a request whose references to earlier items have been put in place. */
export function readResponsesBody(body: ResponsesBody, input: readonly InputItem[]): RequestContent {
  const isSystem = ({ role }: InputItem) => role === 'system' || role === 'developer';
  const messages = joinAnswers(input.filter((item) => !isSystem(item)).map(readItem));
  nameToolResults(messages);
  const { tool_choice: choice, text } = body;
  return definedOnly<RequestContent>({
    model: body.model,
    stream: body.stream === true,
    system: [body.instructions, ...input.filter(isSystem).map(({ content }) => readText(content))]
      .filter((part) => part !== undefined)
      .join('\n'),
    messages,
    tools: (body.tools ?? []).map(readTool),
    toolChoice: typeof choice === 'object' ? { toolName: choice.name ?? choice.type } : choice,
    responseFormat:
      text?.format && text.format.type !== 'text'
        ? definedOnly({ schema: text.format.schema, name: text.format.name })
        : undefined,
    settings: definedOnly({
      maxOutputTokens: body.max_output_tokens,
      temperature: body.temperature,
      topP: body.top_p,
    }),
  });
}

/** One reply of the model is several items: text, reasoning and calls; it ends where something else comes. */
function joinAnswers(messages: readonly RequestMessage[]): RequestMessage[] {
  const joined: RequestMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === 'assistant' && last?.role === 'assistant') {
      last.text += message.text;
      last.reasoning += message.reasoning;
      last.toolCalls.push(...message.toolCalls);
    } else {
      joined.push(message);
    }
  }
  return joined;
}

function readItem(item: InputItem): RequestMessage {
  const { id, name, arguments: input } = item;
  if (item.output !== undefined) {
    const output = parseLoosely(readText(item.output));
    return toMessage('tool', {
      toolResults: [{ id: item.call_id ?? id ?? '', name: '', output }],
      files: readFiles(item.output),
    });
  }
  if (item.role === 'user') return toMessage('user', { text: readText(item.content), files: readFiles(item.content) });
  if (item.type === 'function_call') {
    return toMessage('assistant', { toolCalls: [{ id: item.call_id!, name: name!, input: parseLoosely(input!) }] });
  }
  const reasoning = (item.summary ?? []).map(({ text }) => text).join('');
  return toMessage('assistant', { text: readText(item.content), reasoning });
}

function readText(content: string | readonly InputPart[] | undefined): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
}

function readFiles(content: string | readonly InputPart[] | undefined): RequestFile[] {
  if (typeof content === 'string') return [];
  return (content ?? []).flatMap((part) => {
    const data = part.image_url ?? part.file_data ?? part.file_url ?? part.file_id;
    return data === undefined ? [] : [{ data }];
  });
}

function readTool(tool: NonNullable<ResponsesBody['tools']>[number]): RequestTool {
  if (tool.type !== 'function') return { name: tool.name ?? tool.type, providerType: tool.type };
  return definedOnly({ name: tool.name!, description: tool.description, inputSchema: tool.parameters });
}
