/** The interface of a protocol. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ResolvedReply, ResolvedPart } from '../resolved-reply.ts';
import { agentTestingError } from '../messages.ts';
import type { ModelRequest, ProtocolName, RequestContent } from '../model-request.ts';

/** A piece of a stream, as it goes over the wire. */
export interface Frame {
  /** `delta`: counts as a delta of the reply. `closing`: the reply has been said, and this ends it. */
  kind: 'opening' | 'delta' | 'closing';
  text: string;
}

/** An error in the provider's words. */
export interface ProviderError {
  status: number;
  message: string;
  type: string | undefined;
  code: string | undefined;
}

/** Reads the requests and writes the replies of one protocol. */
export interface Protocol {
  name: ProtocolName;
  /** End of the paths of its requests. */
  path: string;
  readRequest(body: unknown, headers: IncomingHttpHeaders): RequestContent;
  /** The reply as a stream. */
  streamReply(reply: ResolvedReply, request: ModelRequest): Iterable<Frame>;
  /** The reply as one JSON value. */
  wholeReply(reply: ResolvedReply, request: ModelRequest): unknown;
  /** The body of a reply with an error status. */
  errorBody(error: ProviderError): unknown;
  /** An error in the midst of a stream. */
  errorEvent(error: ProviderError): string;
}

/** An event of a stream that has nothing but data. */
export function dataEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** An event of a stream whose name is the type of its data. */
export function typedEvent(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\n${dataEvent(data)}`;
}

/** The error for a part that the protocol has no words for: a slip in the script. */
export function unsupportedPart(protocol: ProtocolName, part: ResolvedPart): Error {
  return agentTestingError('agent_turn_unsupported', { protocol, part: PART_NAMES[part.type] });
}

const PART_NAMES: Record<ResolvedPart['type'], string> = {
  reasoning: 'reasoning',
  text: 'text',
  'tool-call': 'a tool call',
  source: 'a source',
  file: 'a file',
  'provider-call': 'a tool of the provider',
  'provider-result': 'a result of a tool of the provider',
};

/** The provider's word for a finish reason of the AI SDK; other words are the provider's already. */
export function toProviderWord(reason: string, words: Readonly<Record<string, string>>): string {
  return Object.hasOwn(words, reason) ? words[reason]! : reason;
}
