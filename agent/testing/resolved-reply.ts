/** A reply with all that was left open decided: what the protocols put into their words. */
import type { ModelRequest } from './model-request.ts';
import type {
  Pieces,
  ScriptedFile,
  ScriptedProviderTool,
  ScriptedSource,
  ScriptedToolCall,
  ScriptedUsage,
  ReplyFields,
  ReplyPart,
} from './reply.ts';

/** A part of a reply, with its ids and pieces. */
export type ResolvedPart =
  | { type: 'reasoning'; pieces: readonly string[]; signature: string }
  | { type: 'text'; pieces: readonly string[]; isObject: boolean }
  | { type: 'tool-call'; id: string; name: string; pieces: readonly string[] }
  | ({ type: 'source' } & ScriptedSource)
  | ({ type: 'file' } & ScriptedFile)
  | { type: 'provider-call'; id: string; name: string; input: unknown }
  | ({ type: 'provider-result'; id: string } & Omit<ScriptedProviderTool, 'id' | 'input'>);

/** A reply as a protocol writes it. */
export interface ResolvedReply {
  id: string;
  model: string;
  parts: readonly ResolvedPart[];
  finishReason: string;
  /** `null`: not told. */
  usage: ScriptedUsage | null;
}

/**
 * When all answers were made, in seconds: the same for each, so that tests may compare. It is the beginning of 2026.
 */
export const CREATED_AT = 1_767_225_600;

const CHARACTERS_PER_TOKEN = 4;
const JSON_PIECE_LENGTH = 12;

/** Decides what the reply left open. The same reply for the same call gives the same reply. */
export function resolveReply(fields: ReplyFields, request: ModelRequest): ResolvedReply {
  const makeId = countIds(request.call);
  const parts = (fields.content ?? contentOf(fields)).flatMap((part) => resolvePart(part, makeId));
  const callsTools = parts.some(({ type }) => type === 'tool-call');
  return {
    id: fields.id ?? `response_${request.call}`,
    model: fields.model ?? request.model,
    parts,
    finishReason: fields.finishReason ?? (callsTools ? 'tool-calls' : 'stop'),
    usage: fields.usage === undefined ? estimateUsage(request, parts) : fields.usage,
  };
}

/** The text of a part, whole. */
export function textOf(part: { pieces: readonly string[] }): string {
  return part.pieces.join('');
}

function contentOf(fields: ReplyFields): ReplyPart[] {
  return [
    ...(fields.reasoning === undefined ? [] : [{ type: 'reasoning', text: fields.reasoning } as const]),
    ...(fields.providerTools ?? []).map((tool) => ({ type: 'provider-tool', ...tool }) as const),
    ...(fields.text === undefined ? [] : [{ type: 'text', text: fields.text } as const]),
    ...(fields.object === undefined ? [] : [{ type: 'object', value: fields.object } as const]),
    ...(fields.sources ?? []).map((source) => ({ type: 'source', ...source }) as const),
    ...(fields.files ?? []).map((file) => ({ type: 'file', ...file }) as const),
    ...(fields.toolCalls ?? []).map((call) => ({ type: 'tool-call', ...call }) as const),
  ];
}

function resolvePart(part: ReplyPart, makeId: (kind: string) => string): ResolvedPart[] {
  switch (part.type) {
    case 'reasoning':
      return [{ type: 'reasoning', pieces: toWords(part.text), signature: part.signature ?? 'signature' }];
    case 'text':
      return [{ type: 'text', pieces: toWords(part.text), isObject: false }];
    case 'object':
      return [{ type: 'text', pieces: cutJson(JSON.stringify(part.value)), isObject: true }];
    case 'tool-call':
      return [{ type: 'tool-call', id: part.id ?? makeId('call'), name: part.name, pieces: toArguments(part) }];
    case 'provider-tool':
      return useProviderTool(part, part.id ?? makeId('srvtoolu'));
    case 'provider-tool-result':
      return [toProviderResult(part, part.id)];
    default:
      return [part];
  }
}

function useProviderTool(tool: ScriptedProviderTool, id: string): ResolvedPart[] {
  const call = { type: 'provider-call', id, name: tool.name, input: tool.input ?? {} } as const;
  const isMissing = tool.output === undefined && tool.errorCode === undefined;
  return isMissing ? [call] : [call, toProviderResult(tool, id)];
}

function toProviderResult(tool: Omit<ScriptedProviderTool, 'id'>, id: string): ResolvedPart {
  return { ...tool, type: 'provider-result', id };
}

function toArguments({ input, rawInput }: ScriptedToolCall): readonly string[] {
  if (rawInput === undefined) return cutJson(JSON.stringify(input ?? {}));
  return typeof rawInput === 'string' ? cutJson(rawInput) : rawInput;
}

function toWords(text: Pieces): readonly string[] {
  return typeof text === 'string' ? (text.match(/\S+\s*|\s+/g) ?? []) : text;
}

function cutJson(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += JSON_PIECE_LENGTH) pieces.push(text.slice(at, at + JSON_PIECE_LENGTH));
  return pieces;
}

function countIds(call: number): (kind: string) => string {
  let count = 0;
  return (kind) => `${kind}_${call}_${++count}`;
}

function estimateUsage(request: ModelRequest, parts: readonly ResolvedPart[]): ScriptedUsage {
  const spoken = parts.map((part) => ('pieces' in part ? textOf(part) : '')).join('');
  return { inputTokens: countTokens(JSON.stringify(request.body)), outputTokens: countTokens(spoken) };
}

function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
