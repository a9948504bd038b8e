/** The messages of an answer. Each is stored once in a run, however often and in however many answers it is sent. */
import type { ModelMessage } from 'ai';
import { openStoredList } from 'workflow/internal/agent';

/** The messages as the model sees them, in a form that a step call takes as references. */
export class Conversation {
  readonly #stored = openStoredList<ModelMessage>('agent');
  #messages: ModelMessage[] = [];
  /** Where each of them is in the list. */
  #indexes: number[] = [];

  constructor(messages: readonly ModelMessage[]) {
    this.add(...messages);
  }

  add(...messages: ModelMessage[]): void {
    for (const message of messages) {
      this.#messages.push(message);
      this.#indexes.push(this.#stored.add(message));
    }
  }

  /** Replaces all messages. */
  replaceBy(messages: readonly ModelMessage[]): void {
    [this.#messages, this.#indexes] = [[], []];
    this.add(...messages);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** Copies, for code that may change them. */
  copy(): ModelMessage[] {
    return [...this.#stored.pick(this.#indexes)];
  }

  /** The array as it crosses into steps: by reference to what is stored. */
  toStored(messages?: readonly ModelMessage[]): ModelMessage[] {
    const indexes = messages?.map((message) => this.#stored.add(message)) ?? this.#indexes;
    return this.#stored.pick(indexes) as ModelMessage[];
  }
}
