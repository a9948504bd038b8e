/** The client engine of useChat of each major version of the AI SDK, without React. */
import * as ai6 from 'ai';
import * as ai5 from 'ai-5';
import * as ai7 from 'ai-7';
import type { ChatTransport, UIMessage } from 'ai';

export type SdkVersion = 5 | 6 | 7;
export const VERSIONS: readonly SdkVersion[] = [5, 6, 7];

/** Their differences are no difference to these tests. */
export const SDKS = { 5: ai5, 6: ai6, 7: ai7 } as unknown as Record<SdkVersion, typeof ai6>;

/** State as React's has it: every change is a copy. */
class State {
  #status = 'ready';
  error: Error | undefined;
  #messages: UIMessage[];
  readonly #changed: () => void;

  constructor(messages: UIMessage[], changed: () => void) {
    this.#messages = messages;
    this.#changed = changed;
  }

  get status(): string {
    return this.#status;
  }
  set status(status: string) {
    this.#status = status;
    this.#changed();
  }
  get messages(): UIMessage[] {
    return this.#messages;
  }
  set messages(messages: UIMessage[]) {
    this.#messages = messages;
    this.#changed();
  }
  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.#messages, structuredClone(message)];
  };
  popMessage = (): void => {
    this.messages = this.#messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.#messages.with(index, structuredClone(message));
  };
  snapshot = <T>(value: T): T => structuredClone(value);
}

export interface SdkChatOptions {
  id?: string;
  messages?: UIMessage[];
  /** Sends the messages again when all approvals are answered. */
  resends?: boolean;
}

export interface SdkChat {
  chat: ai6.AbstractChat<UIMessage>;
  /** Data parts that were passed to `onData`. */
  data: { type: string; data: unknown }[];
  /** Resolves when the messages are like that; tested at each change of them and of the status. */
  until(test: (messages: UIMessage[]) => boolean): Promise<void>;
  /** What is read in the last message. */
  text(): string;
  parts(): Record<string, unknown>[];
}

export function openChat(
  version: SdkVersion,
  transport: ChatTransport<UIMessage>,
  options: SdkChatOptions = {},
): SdkChat {
  const sdk = SDKS[version];
  const waiting = new Set<() => void>();
  const changed = (): void => waiting.forEach((check) => check());
  const state = new State(options.messages ?? [], changed);
  const data: SdkChat['data'] = [];
  class Chat extends sdk.AbstractChat<UIMessage> {}
  const chat = new Chat({
    id: options.id ?? 'chat-1',
    state: state as unknown as ai6.ChatState<UIMessage>,
    transport,
    onData: (part) => void data.push(part),
    ...(options.resends && { sendAutomaticallyWhen: sdk.lastAssistantMessageIsCompleteWithApprovalResponses }),
  });
  const parts = (): Record<string, unknown>[] => state.messages.at(-1)?.parts ?? [];
  return {
    chat,
    data,
    parts,
    text: () =>
      parts()
        .flatMap((part) => (part['type'] === 'text' ? [part['text']] : []))
        .join('|'),
    async until(test) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (test(state.messages)) resolve();
      };
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
    },
  };
}
