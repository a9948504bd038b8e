/** How large values may be: encoding stops as soon as it is clear that the text would be longer. */

/** How large a value may be. */
export interface SizeLimit {
  bytesMax: number;
  /** Name of the whole value in the message that it is too large, such as `The result of step "charge"`. */
  whole: string;
}

/** Thrown inside the codec when a value is too large. */
export class ValueTooLarge extends Error {}

/** Counts the bytes that a value is sure to have when it is stored; a character of a text counts as one. */
export class SizeMeter {
  #left: number;

  /** @param bytesMax The most that the value may have. */
  constructor(bytesMax: number) {
    this.#left = bytesMax;
  }

  /** @throws {ValueTooLarge} */
  add(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ValueTooLarge();
  }
}

/**
 * Looks at texts, bytes and members of a value before it is taken apart. Parts that cannot be read are left to the
 * codec, which says where they are.
 * @throws {ValueTooLarge}
 */
export function measureValue(root: unknown, meter: SizeMeter): void {
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') meter.add(value.length);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) meter.add(value.byteLength);
    else addParts(value, open, meter);
  }
}

function addParts(value: object, open: unknown[], meter: SizeMeter): void {
  try {
    if (value instanceof Map) for (const [key, item] of value) open.push(key, item);
    else if (value instanceof Set) for (const item of value) open.push(item);
    else {
      const parts = Object.values(value);
      meter.add(parts.length);
      for (const part of parts) open.push(part);
    }
  } catch (error) {
    if (error instanceof ValueTooLarge) throw error;
  }
}
