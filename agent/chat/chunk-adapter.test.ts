import { describe, expect, it } from 'vitest';
import { type AgentChunk, APPROVAL_CHUNK, RESET_CHUNK } from '../contract/ui-chunks.ts';
import { ChunkAdapter, type ClientVersion } from './chunk-adapter.ts';

const adapt = (version: ClientVersion | undefined, ...chunks: AgentChunk[]): AgentChunk[] => {
  const adapter = new ChunkAdapter(version);
  return chunks.flatMap((chunk) => adapter.adapt(chunk));
};

const start: AgentChunk = { type: 'start-step' };
const reset: AgentChunk = { type: RESET_CHUNK, data: { stepNumber: 0 } };
const call: AgentChunk = { type: 'tool-input-available', toolCallId: 'c1', toolName: 'refund', input: { order: 7 } };
const request: AgentChunk = { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1' };
const data = { approvalId: 'a1', toolCallId: 'c1', toolName: 'refund', input: { order: 7 } };
const approval = (state: string): AgentChunk => ({ type: APPROVAL_CHUNK, id: 'a1', data: { ...data, state } });

describe('a step that starts over', () => {
  const open: AgentChunk[] = [
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'tool-input-start', toolCallId: 'c0', toolName: 'refund' },
  ];

  it('is emptied in version 7, and keeps its beginning', () => {
    expect(adapt(7, ...open, reset, start).slice(open.length)).toEqual([{ type: 'reset-step' }]);
  });

  it.each([5, 6, undefined] as const)('leaves nothing open in version %s', (version) => {
    expect(adapt(version, ...open, reset, start).slice(open.length)).toEqual([
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-end', id: 't' },
      { type: 'tool-output-error', toolCallId: 'c0', errorText: expect.any(String) as string },
      start,
    ]);
  });

  it.each([5, 6, 7] as const)('takes nothing from the step before it in version %i', (version) => {
    const done = [start, call, { type: 'tool-output-available', toolCallId: 'c1', output: 1 }, { type: 'finish-step' }];
    expect(adapt(version, ...done, reset, start)).toEqual([...done, start]);
  });
});

describe('chunks that only version 7 knows', () => {
  const custom = { type: 'custom', kind: 'openai.compaction' };
  const thought = { type: 'reasoning-file', mediaType: 'image/png', url: 'data:image/png;base64,AQID' };

  it.each([5, 6, undefined] as const)('are left out, or what they resemble, in version %s', (version) => {
    expect(adapt(version, custom, thought)).toEqual([{ ...thought, type: 'file' }]);
  });

  it('are as they are in version 7', () => {
    expect(adapt(7, custom, thought)).toEqual([custom, thought]);
  });
});

describe('an approval', () => {
  it.each([6, 7] as const)('that an older server asks for is one of version %i', (version) => {
    const failure = { type: 'tool-output-error', toolCallId: 'c1', errorText: 'too much' };
    const asked = [call, approval('requested'), approval('denied'), failure];
    expect(adapt(version, ...asked)).toEqual([call, request, failure]);
  });

  it('is a data part of its own in version 5, and ends the call when it is denied', () => {
    expect(adapt(5, call, request, { type: 'tool-output-denied', toolCallId: 'c1' })).toEqual([
      call,
      approval('requested'),
      approval('denied'),
      { type: 'tool-output-error', toolCallId: 'c1', errorText: 'The call was not approved.' },
    ]);
  });

  const responded = { type: 'tool-approval-response', approvalId: 'a1', approved: true, reason: 'by e-mail' };
  const output = { type: 'tool-output-available', toolCallId: 'c1', output: 1 };

  it('that somebody else answers is answered on pages of version 7, and the outcome shows it in version 6', () => {
    expect(adapt(7, call, request, responded, output)).toEqual([call, request, responded, output]);
    expect(adapt(6, call, request, responded, output)).toEqual([call, request, output]);
    expect(adapt(5, call, request, responded, output)).toEqual([
      call,
      approval('requested'),
      approval('approved'),
      output,
    ]);
  });

  it('is what it was for clients that do not say what they are', () => {
    expect(adapt(undefined, call, request, approval('requested'))).toEqual([call, request, approval('requested')]);
  });
});
