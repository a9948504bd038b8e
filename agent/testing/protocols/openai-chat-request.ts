/** Requests of OpenAI's chat completions, in the common form. */
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

/** The body of a request of OpenAI's chat completions API, as far as it is read. */
export interface ChatCompletionsBody {
  model: string;
  messages: ChatMessage[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: { function: { name: string; description?: string; parameters?: unknown } }[];
  tool_choice?: 'auto' | 'required' | 'none' | { function: { name: string } };
  response_format?: { type: string; json_schema?: { schema?: unknown; name?: string } };
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  top_p?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  stop?: string[];
  seed?: number;
}

interface ChatMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content?: string | ChatPart[] | null;
  reasoning_content?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

interface ChatPart {
  type: string;
  text?: string;
  image_url?: { url: string };
  file?: { file_data?: string; file_id?: string };
  input_audio?: { data: string; format: string };
}

/** Reads a request. */
export function readChatBody(body: ChatCompletionsBody): RequestContent {
  const isSystem = ({ role }: ChatMessage) => role === 'system' || role === 'developer';
  const messages = body.messages.filter((message) => !isSystem(message)).map(readMessage);
  nameToolResults(messages);
  const { tool_choice: choice, response_format: format } = body;
  return definedOnly<RequestContent>({
    model: body.model,
    stream: body.stream === true,
    system: body.messages.filter(isSystem).map(readText).join('\n'),
    messages,
    tools: (body.tools ?? []).map(readTool),
    toolChoice: typeof choice === 'object' ? { toolName: choice.function.name } : choice,
    responseFormat:
      format && format.type !== 'text'
        ? definedOnly({ schema: format.json_schema?.schema, name: format.json_schema?.name })
        : undefined,
    settings: definedOnly({
      maxOutputTokens: body.max_completion_tokens ?? body.max_tokens,
      temperature: body.temperature,
      topP: body.top_p,
      presencePenalty: body.presence_penalty,
      frequencyPenalty: body.frequency_penalty,
      stopSequences: body.stop,
      seed: body.seed,
    }),
  });
}

function readMessage(message: ChatMessage): RequestMessage {
  if (message.role === 'tool') {
    const output = parseLoosely(readText(message));
    return toMessage('tool', { toolResults: [{ id: message.tool_call_id!, name: '', output }] });
  }
  return toMessage(message.role === 'assistant' ? 'assistant' : 'user', {
    text: readText(message),
    reasoning: message.reasoning_content ?? '',
    toolCalls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
      id,
      name,
      input: parseLoosely(input),
    })),
    files: Array.isArray(message.content) ? message.content.flatMap(readFile) : [],
  });
}

function readText({ content }: ChatMessage): string {
  return Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : (content ?? '');
}

function readFile({ image_url: image, file, input_audio: audio }: ChatPart): RequestFile[] {
  if (audio) return [{ mediaType: `audio/${audio.format}`, data: audio.data }];
  const data = image?.url ?? file?.file_data ?? file?.file_id;
  return data === undefined ? [] : [{ data }];
}

function readTool({ function: tool }: NonNullable<ChatCompletionsBody['tools']>[number]): RequestTool {
  return definedOnly({ name: tool.name, description: tool.description, inputSchema: tool.parameters });
}
