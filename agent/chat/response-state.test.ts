import type { AgentChunk } from '../contract/ui-chunks.ts';
import { describe, expect, it } from 'vitest';
import { ResponseState } from './response-state.ts';

const after = (...chunks: AgentChunk[]): ResponseState => {
  const state = new ResponseState();
  for (const chunk of chunks) state.apply(chunk);
  return state;
};
const call = (toolCallId: string, more: object = {}): AgentChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'x',
  input: {},
  ...more,
});
const ask = (toolCallId: string): AgentChunk => ({
  type: 'tool-approval-request',
  toolCallId,
  approvalId: `approve ${toolCallId}`,
});
const output = (toolCallId: string, more: object = {}): AgentChunk => ({
  type: 'tool-output-available',
  toolCallId,
  output: 1,
  ...more,
});

describe('an answer waits for its user', () => {
  it.each<[string, AgentChunk[], string[]]>([
    ['when the only call is to be approved', [call('a'), ask('a')], ['approve a']],
    ['when all calls are to be approved', [call('a'), ask('a'), call('b'), ask('b')], ['approve a', 'approve b']],
    ['when all others have ended', [call('a'), call('b'), ask('b'), output('a')], ['approve b']],
    ['but not while another runs', [call('a'), call('b'), ask('b')], []],
    [
      'nor while another shows what it has so far',
      [call('a'), call('b'), ask('b'), output('a', { preliminary: true })],
      [],
    ],
    [
      'nor while the input of another is written',
      [call('a'), ask('a'), { type: 'tool-input-start', toolCallId: 'b', toolName: 'x' }],
      [],
    ],
    ['nor while text is written', [call('a'), ask('a'), { type: 'text-start', id: 't' }], []],
    [
      'a tool of the provider is nothing to wait for',
      [call('p', { providerExecuted: true }), call('a'), ask('a')],
      ['approve a'],
    ],
    [
      'nor one that was answered',
      [call('a'), ask('a'), { type: 'tool-approval-response', approvalId: 'approve a', approved: true }],
      [],
    ],
    ['nor one that was denied', [call('a'), ask('a'), { type: 'tool-output-denied', toolCallId: 'a' }], []],
    ['nor one of an answer before', [call('a'), ask('a'), { type: 'start' }], []],
  ])('%s', (_, chunks, awaited) => {
    expect(after(...chunks).awaitedApprovals).toEqual(awaited);
  });
});

describe('the summary of an answer', () => {
  it('has what is open, and nothing that is complete', () => {
    const state = after(
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'text-start', id: 'old' },
      { type: 'text-end', id: 'old' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
      { type: 'reasoning-delta', id: 'r', delta: 'm.' },
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'x' },
      { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '{"n":' },
      call('b'),
      ask('b'),
      call('c'),
      output('c'),
    );
    expect(state.summarize()).toEqual([
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'x' },
      { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '{"n":' },
      call('b'),
      ask('b'),
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hmm.' },
    ]);
  });
});
