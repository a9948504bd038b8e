import { describeReason } from '../values/describe-value.ts';

/**
 * Stands in a list for a stored value that this process cannot decode: its class is not known here, or its key is
 * missing.
 */
export class UnreadableValue {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }

  toJSON(): string {
    return this.toString();
  }

  toString(): string {
    return `(cannot be read here: ${this.reason})`;
  }
}

/** The value, or what stands for it. */
export function tryToRead<Value>(read: () => Value): Value | UnreadableValue {
  try {
    return read();
  } catch (error) {
    return new UnreadableValue(describeReason(error));
  }
}
