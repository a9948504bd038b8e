/**
 * Makes UI message chunks of the parts of one model call: those of the host's AI SDK, and such as are equal when
 * another attempt says the same. The chat adapts them for clients of other versions.
 */
import { definedFields } from '../contract/defined-fields.ts';
import { type AgentChunk, RAW_CHUNK } from '../contract/ui-chunks.ts';
import type { ProviderMetadata, StreamPart } from './stream-part.ts';

/** Which chunks readers get. */
export interface ChunkMakerOptions {
  stepNumber: number;
  sendReasoning: boolean;
  sendSources: boolean;
  includeRawChunks: boolean;
}

interface OpenPart {
  /** Its number among the parts of the call. */
  id: string;
  metadata: ProviderMetadata | undefined;
}

/** Ids of parts are their numbers in the call; see {@link AttemptWriter} for what is stored. */
export class ChunkMaker {
  readonly #options: ChunkMakerOptions;
  #parts = 0;
  /** Text and reasoning, by kind and id of the model. */
  readonly #open = new Map<string, OpenPart>();

  constructor(options: ChunkMakerOptions) {
    this.#options = options;
  }

  /** `null`: this part is not for the stream, or the agent writes its chunk. */
  make(part: StreamPart): AgentChunk | null {
    const chunk = this.#make(part);
    return chunk && definedFields(chunk);
  }

  #make(part: StreamPart): AgentChunk | null {
    const { stepNumber, includeRawChunks } = this.#options;
    switch (part.type) {
      case 'start-step':
        return { type: 'start-step' };
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.#makeText(part, 'text');
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#options.sendReasoning ? this.#makeText(part, 'reasoning') : null;
      case 'file':
      case 'reasoning-file':
        return this.#makeFile(part);
      case 'source':
        return this.#options.sendSources ? this.#makeSource(part) : null;
      case 'custom':
        return { type: part.type, kind: part.kind, providerMetadata: part.providerMetadata };
      case 'raw':
        return includeRawChunks
          ? { type: RAW_CHUNK, transient: true, data: { stepNumber, rawValue: part.rawValue } }
          : null;
      default:
        return this.#makeTool(part);
    }
  }

  /**
   * The metadata of a part goes out with its end: it has ids and signatures that differ from attempt to attempt, while
   * the text may be the same.
   */
  #makeText({ type, id, text, citations, providerMetadata }: StreamPart, kind: string): AgentChunk | null {
    const key = `${kind} ${id}`;
    if (type.endsWith('-start')) {
      const part = { id: this.#nextId(), metadata: providerMetadata };
      this.#open.set(key, part);
      return { type, id: part.id };
    }
    const part = this.#open.get(key);
    if (!part) return null;
    part.metadata = providerMetadata ?? part.metadata;
    if (type.endsWith('-delta')) return text === '' ? null : { type, id: part.id, delta: text };
    this.#open.delete(key);
    return { type, id: part.id, citations, providerMetadata: part.metadata };
  }

  #makeFile({ type, file, providerMetadata }: StreamPart): AgentChunk | null {
    if (type === 'reasoning-file' && !this.#options.sendReasoning) return null;
    const { mediaType, base64 } = file!;
    return { type, mediaType, url: `data:${mediaType};base64,${base64}`, providerMetadata };
  }

  #makeSource({ sourceType, url, title, mediaType, filename, providerMetadata }: StreamPart): AgentChunk | null {
    const sourceId = this.#nextId();
    if (sourceType === 'url') return { type: 'source-url', sourceId, url, title, providerMetadata };
    return { type: 'source-document', sourceId, mediaType, title, filename, providerMetadata };
  }

  #makeTool(part: StreamPart): AgentChunk | null {
    const { toolCallId, toolName, providerMetadata } = part;
    const dynamic = part.dynamic === true || undefined;
    switch (part.type) {
      case 'tool-input-start': {
        const { id, title, toolMetadata, inputEncoding } = part;
        const providerExecuted = part.providerExecuted === true || undefined;
        const shown = { inputEncoding, providerExecuted, providerMetadata, toolMetadata, dynamic, title };
        return { type: part.type, toolCallId: id, toolName, ...shown };
      }
      case 'tool-input-delta':
        return { type: part.type, toolCallId: part.id, inputTextDelta: part.delta };
      case 'tool-call':
        // The agent says of its own tools when their input is there: after it was checked, and perhaps repaired.
        if (!part.providerExecuted || part.invalid) return null;
        return {
          type: 'tool-input-available',
          toolCallId,
          toolName,
          input: part.input,
          providerExecuted: true,
          providerMetadata,
          toolMetadata: part.toolMetadata,
          dynamic,
          title: part.title,
        };
      case 'tool-result':
      case 'tool-error':
        return part.providerExecuted ? makeResult(part, dynamic) : null;
      default:
        return null;
    }
  }

  #nextId(): string {
    this.#parts += 1;
    return String(this.#parts);
  }
}

function makeResult(
  { type, toolCallId, output, error, preliminary, providerMetadata, toolMetadata }: StreamPart,
  dynamic: true | undefined,
): AgentChunk {
  const of = { toolCallId, providerExecuted: true, providerMetadata, toolMetadata, dynamic };
  if (type === 'tool-result') {
    return { type: 'tool-output-available', ...of, output: output ?? null, preliminary };
  }
  return { type: 'tool-output-error', ...of, errorText: typeof error === 'string' ? error : JSON.stringify(error) };
}
