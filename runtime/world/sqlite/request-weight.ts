/** The bytes that a request to a store thread carries, or that its answer is going to carry; roughly. */
import { payloadLength, type JournalEvent } from '../../journal/events.ts';
import type { Chunk, ChunkPage, NewRun, RunCommit } from '../world.ts';
import { PAGE_BYTES } from './event-row.ts';
import type { ThreadReply } from './thread-messages.ts';

/** Copying an object to another thread takes as long as so many bytes. */
const OBJECT_BYTES = 1_024;
/** Copying a chunk does. */
const CHUNK_BYTES = 64;
/** Buffers of this size are handed over to the other thread; copying smaller ones is cheaper. */
const HANDED_OVER_BYTES = 64 * 1024;

type AnyRequest = readonly [name: string, ...args: unknown[]];

/** The bytes of a request and of its answer. */
export function weigh([name, ...args]: AnyRequest): number {
  switch (name) {
    case 'createRun':
    case 'commitRun':
      return weighWrite(args[0] as NewRun | RunCommit);
    case 'stageEvents':
      return weighEvents(args[1] as readonly JournalEvent[]);
    case 'createStaged':
    case 'commitStaged':
      return weighWrite(args[1] as NewRun | RunCommit);
    case 'appendChunks':
      return weighChunks(args[1] as readonly Chunk[]);
    case 'deliverToHook':
      return OBJECT_BYTES + (args[1] as string).length;
    case 'readChunks':
      return OBJECT_BYTES + Math.min(args[3] as number, PAGE_BYTES);
    case 'readEventPage':
    case 'readStepChunks':
      return PAGE_BYTES;
    default:
      return OBJECT_BYTES;
  }
}

function weighWrite({ events, appends = [] }: Pick<RunCommit, 'events' | 'appends'>): number {
  let bytes = weighEvents(events);
  for (const { chunks } of appends) bytes += weighChunks(chunks);
  return bytes;
}

function weighEvents(events: readonly JournalEvent[]): number {
  let bytes = OBJECT_BYTES;
  for (const event of events) bytes += OBJECT_BYTES + payloadLength(event);
  return bytes;
}

function weighChunks(chunks: readonly Chunk[]): number {
  let bytes = OBJECT_BYTES;
  for (const chunk of chunks) bytes += CHUNK_BYTES + chunk.length;
  return bytes;
}

/** The memory of chunks that a request hands over instead of copying it. Its caller has no use for them any more. */
export function buffersOf([name, ...args]: AnyRequest): ArrayBuffer[] {
  return name === 'appendChunks' ? largeBuffersOf(args[1] as readonly Chunk[]) : [];
}

/** The memory of chunks that an answer hands over. */
export function handedOver(reply: ThreadReply): ArrayBuffer[] {
  const { chunks } = ('value' in reply ? (reply.value ?? {}) : {}) as Partial<ChunkPage>;
  return Array.isArray(chunks) ? largeBuffersOf(chunks) : [];
}

/** The memory of large chunks, each of which has a buffer of its own. */
function largeBuffersOf(chunks: readonly (Chunk | null)[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const chunk of chunks) {
    if (chunk instanceof Uint8Array && chunk.length >= HANDED_OVER_BYTES) buffers.push(chunk.buffer as ArrayBuffer);
  }
  return buffers;
}
