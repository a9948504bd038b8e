/** Commands on their way out of the realm. */
import { createHash } from 'node:crypto';
import type { AskedCommand, Command } from '../journal/commands.ts';

/** Makes a command of the host out of one of the realm; written chunks get their number and digest. */
export function toHostCommand(asked: AskedCommand): Command {
  const command = toHostObject(asked);
  if (command.type !== 'stream_written') return command;
  return { ...command, chunks: command.content.length, digest: digestChunks(command.content) };
}

/** Objects of the realm have its prototypes; a command leaves it as an object of this side. */
function toHostObject<Value extends object>(value: Value): Value {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = toHostValue(value[name as keyof Value]);
  return copy as Value;
}

function toHostValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value as Uint8Array);
  return Array.isArray(value) ? Array.from(value, toHostValue) : toHostObject(value);
}

/** 128 bits are enough, because nobody gains from two writes with the same digest. */
const DIGEST_BYTES = 16;

/** The digest by which the journal knows written chunks: of their contents and kinds, in order. */
function digestChunks(chunks: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) {
    // Kind and length in front, so that chunks cut elsewhere are others.
    if (typeof chunk === 'string') hash.update(`t${Buffer.byteLength(chunk)} `).update(chunk);
    else hash.update(`b${chunk.length} `).update(chunk);
  }
  return hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
