/** The content blocks that a reply of Anthropic's messages API is made of. */
import { type ResolvedPart, textOf } from '../resolved-reply.ts';
import { parseLoosely } from '../model-request.ts';
import { unsupportedPart } from './protocol.ts';

type PartOf<Type extends ResolvedPart['type']> = Extract<ResolvedPart, { type: Type }>;

/** A block before it is filled, when it is done, and what comes in between. */
export interface PlannedBlock {
  begun: Record<string, unknown>;
  done: Record<string, unknown>;
  deltas: readonly BlockDelta[];
}

/** A piece of a content block, as the protocol spells it. */
export type BlockDelta = Record<string, unknown> & { type: string };

/** Deltas that a script has written; the others belong to the protocol. */
const SCRIPTED_DELTAS = new Set(['text_delta', 'thinking_delta', 'input_json_delta']);

/** Whether a piece counts as a delta of the script; signatures and citations do not. */
export function isScriptedDelta({ type }: BlockDelta): boolean {
  return SCRIPTED_DELTAS.has(type);
}

/**
 * The blocks of a reply. Sources are citations of the text before them.
 *
 * @param jsonTool - Name of the tool whose input is the reply in JSON; left out: JSON is text.
 */
export function planBlocks(parts: readonly ResolvedPart[], jsonTool: string | undefined): PlannedBlock[] {
  const blocks: PlannedBlock[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (part.type === 'source' && last?.begun.type === 'text') blocks[blocks.length - 1] = citeIn(last, part);
    else if (part.type === 'source') blocks.push(citeIn(planText([]), part));
    else blocks.push(planBlock(part, jsonTool));
  }
  return blocks;
}

function planBlock(part: Exclude<ResolvedPart, PartOf<'source'>>, jsonTool: string | undefined): PlannedBlock {
  switch (part.type) {
    case 'text':
      if (!part.isObject || jsonTool === undefined) return planText(part.pieces);
      return planToolUse({ id: 'toolu_json', name: jsonTool, pieces: part.pieces });
    case 'reasoning':
      return planThinking(part);
    case 'tool-call':
      return planToolUse(part);
    case 'provider-call':
      return planServerToolUse(part);
    case 'provider-result':
      return planServerToolResult(part);
    case 'file':
      throw unsupportedPart('anthropic', part);
  }
}

function planText(pieces: readonly string[]): PlannedBlock {
  return {
    begun: { type: 'text', text: '' },
    done: { type: 'text', text: textOf({ pieces }) },
    deltas: pieces.map((text) => ({ type: 'text_delta', text })),
  };
}

function citeIn({ begun, done, deltas }: PlannedBlock, { url, title }: PartOf<'source'>): PlannedBlock {
  const citation = {
    type: 'web_search_result_location',
    cited_text: '',
    url,
    title: title ?? null,
    encrypted_index: '',
  };
  const citations = [...((done.citations as unknown[] | undefined) ?? []), citation];
  return { begun, done: { ...done, citations }, deltas: [...deltas, { type: 'citations_delta', citation }] };
}

function planThinking(part: PartOf<'reasoning'>): PlannedBlock {
  const { signature } = part;
  return {
    begun: { type: 'thinking', thinking: '', signature: '' },
    done: { type: 'thinking', thinking: textOf(part), signature },
    deltas: [
      ...part.pieces.map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ],
  };
}

function planToolUse({ id, name, pieces }: { id: string; name: string; pieces: readonly string[] }): PlannedBlock {
  return {
    begun: { type: 'tool_use', id, name, input: {} },
    done: { type: 'tool_use', id, name, input: parseLoosely(textOf({ pieces })) },
    deltas: pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  };
}

function planServerToolUse({ id, name, input }: PartOf<'provider-call'>): PlannedBlock {
  const block = { type: 'server_tool_use', id, name };
  const json = JSON.stringify(input);
  return {
    begun: { ...block, input: {} },
    done: { ...block, input },
    deltas: [{ type: 'input_json_delta', partial_json: json }],
  };
}

function planServerToolResult({ id, name, output, errorCode }: PartOf<'provider-result'>): PlannedBlock {
  const type = `${name}_tool_result`;
  const content =
    errorCode === undefined ? toResultContent(name, output) : { type: `${type}_error`, error_code: errorCode };
  const block = { type, tool_use_id: id, content };
  return { begun: block, done: block, deltas: [] };
}

/** Pages that were found; other tools have their content as the protocol wants it. */
function toResultContent(name: string, output: unknown): unknown {
  if (name !== 'web_search' || !Array.isArray(output)) return output;
  return (output as { url: string; title?: string }[]).map(({ url, title }) => ({
    type: 'web_search_result',
    url,
    title: title ?? null,
    encrypted_content: '',
    page_age: null,
  }));
}
