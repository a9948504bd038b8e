/** Requests of the AI gateway, in the common form: the call options of the AI SDK's language models. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  definedOnly,
  type RequestContent,
  type RequestFile,
  type RequestMessage,
  type RequestSettings,
  type RequestTool,
  type RequestToolResult,
  toMessage,
} from '../model-request.ts';

/** The call options of the AI SDK, which the gateway takes as its body. */
export interface CallOptions extends RequestSettings {
  prompt: PromptMessage[];
  tools?: ({ type: string; name: string } & { description?: string; inputSchema?: unknown; id?: string })[];
  toolChoice?: { type: 'auto' | 'required' | 'none' | 'tool'; toolName?: string };
  responseFormat?: { type: 'text' | 'json'; schema?: unknown; name?: string };
}

interface PromptMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | PromptPart[];
}

interface PromptPart {
  type: string;
  text?: string;
  mediaType?: string;
  data?: string | { data?: string; url?: string };
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: { type: string; value?: unknown; reason?: string };
}

/** Reads a request; the model and the way of the reply stand in its headers. */
export function readCallOptions(options: CallOptions, headers: IncomingHttpHeaders): RequestContent {
  const isSystem = ({ role }: PromptMessage) => role === 'system';
  const { toolChoice, responseFormat } = options;
  return definedOnly<RequestContent>({
    model: String(headers['ai-language-model-id'] ?? ''),
    stream: headers['ai-language-model-streaming'] === 'true',
    system: options.prompt
      .filter(isSystem)
      .map(({ content }) => readText(content))
      .join('\n'),
    messages: options.prompt.filter((message) => !isSystem(message)).map(readMessage),
    tools: (options.tools ?? []).map(readTool),
    toolChoice: toolChoice?.type === 'tool' ? { toolName: toolChoice.toolName! } : toolChoice?.type,
    responseFormat:
      responseFormat?.type === 'json'
        ? definedOnly({ schema: responseFormat.schema, name: responseFormat.name })
        : undefined,
    settings: readSettings(options),
  });
}

function readSettings(options: CallOptions): RequestSettings {
  const { maxOutputTokens, temperature, topP, topK, presencePenalty, frequencyPenalty, stopSequences, seed } = options;
  return definedOnly<RequestSettings>({
    maxOutputTokens,
    temperature,
    topP,
    topK,
    presencePenalty,
    frequencyPenalty,
    stopSequences,
    seed,
  });
}

function readMessage({ role, content }: PromptMessage): RequestMessage {
  const parts: PromptPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const ofType = (type: string) => parts.filter((part) => part.type === type);
  return toMessage(role as RequestMessage['role'], {
    text: readText(ofType('text')),
    reasoning: readText(ofType('reasoning')),
    toolCalls: ofType('tool-call').map(({ toolCallId, toolName, input }) => ({
      id: toolCallId!,
      name: toolName!,
      input,
    })),
    toolResults: ofType('tool-result').map(readToolResult),
    files: ofType('file').map(readFile),
  });
}

function readText(content: string | readonly PromptPart[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function readToolResult({ toolCallId, toolName, output }: PromptPart): RequestToolResult {
  const isError = output?.type.startsWith('error-') || output?.type === 'execution-denied';
  return { id: toolCallId!, name: toolName!, output: output?.value ?? output?.reason, ...(isError && { isError }) };
}

function readFile({ mediaType, data }: PromptPart): RequestFile {
  return definedOnly<RequestFile>({
    mediaType,
    data: typeof data === 'object' ? (data.data ?? data.url ?? '') : (data ?? ''),
  });
}

function readTool({
  type,
  name,
  description,
  inputSchema,
  id,
}: NonNullable<CallOptions['tools']>[number]): RequestTool {
  return definedOnly<RequestTool>({
    name,
    description,
    inputSchema,
    providerType: type === 'function' ? undefined : id,
  });
}
