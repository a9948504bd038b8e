/** Answers of real models in a file, and what makes a script of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { agentTestingError } from './messages.ts';
import type { ModelRequest, ProtocolName } from './model-request.ts';
import type { RecordedAnswer, ReplySource } from './reply.ts';

/** One request and its answer. The question is only for people who read the file; replaying uses the protocol alone. */
export interface RecordedCall {
  protocol: ProtocolName;
  model: string;
  prompt: string;
  step: number;
  answer: RecordedAnswer;
}

const FORMAT = 1;

/**
 * Reads a file that `recordModels` has written, as a script: the n-th request gets the n-th answer, byte for byte.
 *
 * @throws `agent_recording_invalid` when the file is something else.
 */
export async function readRecording(file: string): Promise<ReplySource[]> {
  const text = await readFile(file, 'utf8');
  const calls = parseRecording(text);
  if (!calls) throw agentTestingError('agent_recording_invalid', { file });
  return calls.map((call) => (request) => replay(call, request));
}

/** Writes a file for `readRecording`. */
export async function writeRecording(file: string, calls: readonly RecordedCall[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ format: FORMAT, calls }, null, 2)}\n`);
}

function parseRecording(text: string): readonly RecordedCall[] | undefined {
  try {
    const { format, calls } = JSON.parse(text) as { format?: number; calls?: RecordedCall[] };
    return format === FORMAT ? calls : undefined;
  } catch {
    return undefined;
  }
}

function replay({ protocol, answer }: RecordedCall, { call, protocol: asked }: ModelRequest) {
  if (asked !== protocol) throw agentTestingError('agent_recording_mismatch', { call, recorded: protocol, asked });
  return { recorded: answer };
}
