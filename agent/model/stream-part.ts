/** The parts of a model call's stream, as far as the three versions of the AI SDK agree. */

/** Metadata by the names of providers. */
export type ProviderMetadata = Record<string, Record<string, unknown>>;

/** A part of `fullStream`, or of a model's own stream: the fields that some kind of part has. */
export interface StreamPart {
  type: string;
  id?: string;
  /** In `fullStream`. */
  text?: string;
  /** In a model's own stream, and of the input of tools. */
  delta?: string;
  toolCallId?: string;
  toolName?: string;
  title?: string;
  /** The `metadata` of the tool. */
  toolMetadata?: Record<string, unknown>;
  input?: unknown;
  output?: unknown;
  error?: unknown;
  invalid?: boolean;
  dynamic?: boolean;
  preliminary?: boolean;
  providerExecuted?: boolean;
  providerMetadata?: ProviderMetadata;
  file?: { mediaType: string; base64: string };
  sourceType?: string;
  url?: string;
  mediaType?: string;
  filename?: string;
  rawValue?: unknown;
  /** Of parts that only their provider knows. */
  kind?: string;
  citations?: unknown;
  /** How the input of a tool is written. */
  inputEncoding?: string;
}
