import { modelMessageSchema as schema6 } from 'ai';
import { modelMessageSchema as schema5 } from 'ai-5';
import { modelMessageSchema as schema7 } from 'ai-7';
import { expect, test } from 'vitest';
import type { McpContent } from './mcp-tool.ts';
import { toModelOutput, toOutput } from './tool-results.ts';

const PIXEL = 'iVBORw0KGgo=';
const text = (value: string): McpContent => ({ type: 'text', text: value });
const picture: McpContent = { type: 'image', data: PIXEL, mimeType: 'image/png' };

const read = (output: unknown, sdkMajor: number) => toModelOutput(sdkMajor <= 5 ? output : { output }, sdkMajor);

test('text is text, for the agent and for the model', () => {
  const output = toOutput({ status: 'done', content: [text('one'), text('two')] });
  expect(output).toBe('one\ntwo');
  expect(read(output, 6)).toEqual({ type: 'text', value: 'one\ntwo' });
});

test('structured content is the output, also when it has a field "content", and the model reads it as JSON', () => {
  const structuredContent = { content: [{ type: 'text', text: 'a field' }] };
  const output = toOutput({ status: 'done', content: [text('the same as text')], structuredContent });
  expect(output).toBe(structuredContent);
  expect(read(output, 6)).toEqual({ type: 'json', value: structuredContent });
});

test('a picture beside structured content reaches the model', () => {
  const output = toOutput({ status: 'done', content: [text('{}'), picture], structuredContent: { width: 1 } });
  expect(output).toEqual({ width: 1 });
  expect(read(output, 6)).toEqual({
    type: 'content',
    value: [
      { type: 'text', text: '{"width":1}' },
      { type: 'image-data', data: PIXEL, mediaType: 'image/png' },
    ],
  });
});

test.each([
  [5, schema5, 'media'],
  [6, schema6, 'image-data'],
  [7, schema7, 'file'],
] as const)('AI SDK %i takes every kind of content', (sdkMajor, schema, kind) => {
  const content: McpContent[] = [
    picture,
    text('a map'),
    { type: 'audio', data: PIXEL, mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///notes', text: 'notes' } },
    { type: 'resource', resource: { uri: 'file:///plan', mimeType: 'application/pdf', blob: PIXEL } },
    { type: 'resource_link', uri: 'https://example.com', name: 'Home' },
  ];
  const output = read(toOutput({ status: 'done', content }), sdkMajor);
  const result = { type: 'tool-result', toolCallId: 'call', toolName: 'map', output };
  expect(schema.safeParse({ role: 'tool', content: [result] }).success).toBe(true);
  expect(output).toMatchObject({ type: 'content', value: { 0: { type: kind }, length: 6 } });
  expect(JSON.stringify(output)).toContain('https://example.com');
});
