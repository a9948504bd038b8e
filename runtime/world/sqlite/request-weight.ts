/** The bytes that a request to a store thread carries, or that its answer is going to carry; roughly. */
import { payloadLength, type JournalEvent } from '../../journal/events.ts';
import type { Chunk, ChunkPage, NewRun, RunCommit } from '../world.ts';
import { PAGE_BYTES } from '../rows/event-row.ts';
import type { ThreadReply } from './thread-messages.ts';

/** Copying an object to another thread takes as long as so many bytes. */
const OBJECT_BYTES = 1_024;
/** Copying a chunk does. */
const CHUNK_BYTES = 64;
/** Buffers of this size are handed over to the other thread; copying smaller ones is cheaper. */
const HANDED_OVER_BYTES = 64 * 1024;

type AnyRequest = readonly [name: string, ...args: unknown[]];

/** The bytes of a request and of its answer. */
export function weigh(request: AnyRequest): number {
  // Every request passes here: taking it apart would copy it.
  switch (request[0]) {
    case 'createRun':
    case 'commitRun':
      return weighWrite(request[1] as NewRun | RunCommit);
    case 'stageEvents':
      return weighEvents(request[2] as readonly JournalEvent[]);
    case 'createStaged':
    case 'commitStaged':
      return weighWrite(request[2] as NewRun | RunCommit);
    case 'appendChunks':
      return weighChunks(request[2] as readonly Chunk[]);
    case 'deliverToHook':
      return OBJECT_BYTES + (request[2] as string).length;
    case 'readChunks':
      return OBJECT_BYTES + Math.min(request[4] as number, PAGE_BYTES);
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

/** The memory of chunks that requests hand over instead of copying it. Their callers have no use for it any more. */
export function buffersOf(requests: readonly AnyRequest[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const request of requests) {
    if (request[0] === 'appendChunks') addLargeBuffers(buffers, request[2] as readonly Chunk[]);
  }
  return buffers;
}

/** The memory of chunks that answers hand over. */
export function handedOver(replies: readonly ThreadReply[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const reply of replies) {
    const { chunks } = ('value' in reply ? (reply.value ?? NONE) : NONE) as Partial<ChunkPage>;
    if (Array.isArray(chunks)) addLargeBuffers(buffers, chunks);
  }
  return buffers;
}

const NONE = {};

/** Adds the memory of large chunks, each of which has a buffer of its own. */
function addLargeBuffers(buffers: ArrayBuffer[], chunks: readonly (Chunk | null)[]): void {
  for (const chunk of chunks) {
    if (chunk instanceof Uint8Array && chunk.length >= HANDED_OVER_BYTES) buffers.push(chunk.buffer as ArrayBuffer);
  }
}
