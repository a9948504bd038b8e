/** Results of MCP tools, as the output of a tool and as the model reads them. */
import type { McpContent, McpOutcome } from './mcp-tool.ts';

type DoneOutcome = Extract<McpOutcome, { status: 'done' }>;

/** Text as text, structured content as it is, everything else as content. */
export type McpOutput = string | Record<string, unknown> | { content: McpContent[] };

/** The content that the model reads in place of the output itself. */
const contentOf = new WeakMap<object, McpContent[]>();

/** The output of a call, as the tools of an agent give it: structured content, text, or text with media. */
export function toOutput({ content, structuredContent }: DoneOutcome): McpOutput {
  const media = content.filter(({ type }) => type !== 'text');
  if (structuredContent) {
    // The text says the same as the structure.
    const text = { type: 'text', text: JSON.stringify(structuredContent) } as const;
    if (media.length > 0) contentOf.set(structuredContent, [text, ...media]);
    return structuredContent;
  }
  if (media.length === 0) return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const output = { content };
  contentOf.set(output, content);
  return output;
}

type MediaPart =
  | { type: 'media' | 'image-data' | 'file-data'; data: string; mediaType: string }
  | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string };

type ModelOutput =
  | { type: 'text'; value: string }
  | { type: 'json'; value: unknown }
  | { type: 'content'; value: ({ type: 'text'; text: string } | MediaPart)[] };

/**
 * The `toModelOutput` of MCP tools.
 * @param given As this version's AI SDK passes it: the output, or from version 6 on an object with it.
 * @param sdkMajor Each version spells media in its own way.
 */
export function toModelOutput(given: unknown, sdkMajor: number): ModelOutput {
  const output = (sdkMajor <= 5 ? given : (given as { output: unknown }).output) as McpOutput;
  if (typeof output === 'string') return { type: 'text', value: output };
  const content = contentOf.get(output);
  if (!content) return { type: 'json', value: output };
  return { type: 'content', value: content.map((part) => toModelPart(part, sdkMajor)) };
}

function toModelPart(part: McpContent, sdkMajor: number): { type: 'text'; text: string } | MediaPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
    case 'audio':
      return toMediaPart({ data: part.data, mediaType: part.mimeType }, sdkMajor);
    case 'resource': {
      const { resource } = part;
      if ('text' in resource) return { type: 'text', text: `${resource.uri}\n${resource.text}` };
      return toMediaPart({ data: resource.blob, mediaType: resource.mimeType ?? 'application/octet-stream' }, sdkMajor);
    }
    case 'resource_link':
      return { type: 'text', text: [part.name, part.description, part.uri].filter(Boolean).join('\n') };
  }
}

function toMediaPart({ data, mediaType }: { data: string; mediaType: string }, sdkMajor: number): MediaPart {
  if (sdkMajor <= 5) return { type: 'media', data, mediaType };
  if (sdkMajor > 6) return { type: 'file', data: { type: 'data', data }, mediaType };
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', data, mediaType };
}
