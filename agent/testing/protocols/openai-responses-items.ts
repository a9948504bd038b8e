/** The items that a reply of OpenAI's responses API is made of, and the events that bring them. */
import { type ResolvedPart, textOf } from '../resolved-reply.ts';
import { type Frame, unsupportedPart } from './protocol.ts';

/** An item of the output. */
export type OutputItem = { type: string; id: string } & Record<string, unknown>;

type PartOf<Type extends ResolvedPart['type']> = Extract<ResolvedPart, { type: Type }>;

/** An item before it is filled, when it is done, and what comes in between. */
export interface PlannedItem {
  begun: OutputItem;
  /** Missing when the provider never ends it. */
  done: OutputItem | undefined;
  between: readonly ({ type: string; isDelta?: boolean } & Record<string, unknown>)[];
}

/** An event that has yet to be given its number. */
export interface StreamEvent {
  kind: Frame['kind'];
  data: { type: string } & Record<string, unknown>;
}

/** The items of a reply. Sources stand in the text before them. */
export function planItems(parts: readonly ResolvedPart[], replyId: string): PlannedItem[] {
  const items: PlannedItem[] = [];
  const makeId = (kind: string) => `${kind}_${replyId}_${items.length + 1}`;
  parts.forEach((part, index) => {
    if (part.type === 'reasoning') items.push(planReasoning(part, makeId('rs')));
    else if (part.type === 'text') items.push(planMessage(part, sourcesAfter(parts, index), makeId('msg')));
    else if (part.type === 'tool-call') items.push(planFunctionCall(part, makeId('fc')));
    else if (part.type === 'provider-call') items.push(planHostedCall(part, resultOf(parts, part.id)));
    else if (part.type === 'file' || (part.type === 'provider-result' && !callOf(parts, part.id))) {
      throw unsupportedPart('openai-responses', part);
    }
  });
  return items;
}

/** The events of one item. */
export function* streamItem({ begun, done, between }: PlannedItem, outputIndex: number): Iterable<StreamEvent> {
  const place = { output_index: outputIndex };
  yield { kind: 'opening', data: { type: 'response.output_item.added', ...place, item: begun } };
  for (const { isDelta, ...data } of between) {
    yield { kind: isDelta ? 'delta' : 'opening', data: { ...data, ...place, item_id: begun.id } };
  }
  if (done) yield { kind: 'opening', data: { type: 'response.output_item.done', ...place, item: done } };
}

function planReasoning(part: PartOf<'reasoning'>, id: string): PlannedItem {
  const summary = [{ type: 'summary_text', text: textOf(part) }];
  const place = { summary_index: 0 };
  const begun = { type: 'reasoning', id, status: 'in_progress', summary: [], encrypted_content: null };
  return {
    begun,
    done: { ...begun, status: 'completed', summary, encrypted_content: part.signature },
    between: [
      { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
      ...part.pieces.map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...place,
        delta,
        isDelta: true,
      })),
      { type: 'response.reasoning_summary_text.done', ...place, text: textOf(part) },
      { type: 'response.reasoning_summary_part.done', ...place, part: summary[0] },
    ],
  };
}

function planMessage(part: PartOf<'text'>, sources: readonly PartOf<'source'>[], id: string): PlannedItem {
  const text = textOf(part);
  const annotations = sources.map(({ url, title }) => ({
    type: 'url_citation',
    start_index: 0,
    end_index: text.length,
    url,
    title: title ?? url,
  }));
  const place = { content_index: 0 };
  const begun = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
  const content = { type: 'output_text', text, annotations };
  return {
    begun,
    done: { ...begun, status: 'completed', content: [content] },
    between: [
      { type: 'response.content_part.added', ...place, part: { ...content, text: '', annotations: [] } },
      ...part.pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta, isDelta: true })),
      ...annotations.map((annotation, index) => ({
        type: 'response.output_text.annotation.added',
        ...place,
        annotation_index: index,
        annotation,
      })),
      { type: 'response.output_text.done', ...place, text },
      { type: 'response.content_part.done', ...place, part: content },
    ],
  };
}

function planFunctionCall(part: PartOf<'tool-call'>, id: string): PlannedItem {
  const begun = { type: 'function_call', id, call_id: part.id, name: part.name, arguments: '', status: 'in_progress' };
  return {
    begun,
    done: { ...begun, arguments: textOf(part), status: 'completed' },
    between: [
      ...part.pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', delta, isDelta: true })),
      { type: 'response.function_call_arguments.done', name: part.name, arguments: textOf(part) },
    ],
  };
}

/** A tool of OpenAI's. Other ones than the web search have the fields of their item in `input` and `output`. */
function planHostedCall(call: PartOf<'provider-call'>, result: PartOf<'provider-result'> | undefined): PlannedItem {
  const isSearch = call.name === 'web_search';
  const type = `${call.name}_call`;
  const begun = { ...(isSearch ? {} : (call.input as object)), type, id: call.id, status: 'in_progress' };
  if (!result) return { begun, done: undefined, between: [] };
  const status = result.errorCode === undefined ? 'completed' : 'failed';
  const found = isSearch ? { action: toSearchAction(call, result) } : (result.output as object | undefined);
  return { begun, done: { ...begun, ...found, status }, between: [] };
}

function toSearchAction({ input }: PartOf<'provider-call'>, { output }: PartOf<'provider-result'>): object {
  const sources = ((output ?? []) as { url: string }[]).map(({ url }) => ({ type: 'url', url }));
  return { type: 'search', query: (input as { query?: string }).query ?? '', sources };
}

function sourcesAfter(parts: readonly ResolvedPart[], index: number): PartOf<'source'>[] {
  const rest = parts.slice(index + 1);
  const next = rest.findIndex(({ type }) => type === 'text');
  return rest.slice(0, next < 0 ? undefined : next).filter((part) => part.type === 'source');
}

function resultOf(parts: readonly ResolvedPart[], id: string): PartOf<'provider-result'> | undefined {
  return parts.find((part): part is PartOf<'provider-result'> => part.type === 'provider-result' && part.id === id);
}

function callOf(parts: readonly ResolvedPart[], id: string): ResolvedPart | undefined {
  return parts.find((part) => part.type === 'provider-call' && part.id === id);
}
