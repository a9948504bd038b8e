/** Names of tools that every model takes: up to 64 letters, digits, `_` and `-`. */

const NAME_MAX = 64;

/**
 * A name for each of these tools. A text that is no valid name gets one that depends only on itself and on those that
 * would be named alike, so a tool has the same name in whatever order they come.
 */
export function toModelNames(names: readonly string[], prefix: string): Map<string, string> {
  const wished = names.map((name) => ({ name, full: prefix + name, fitting: toFitting(prefix + name) }));
  const isTaken = ({ full, fitting }: (typeof wished)[number]): boolean =>
    full !== fitting && wished.some((other) => other.full !== full && other.fitting === fitting);
  return new Map(
    wished.map((one) => [one.name, isTaken(one) || one.full.length > NAME_MAX ? toUnique(one.full) : one.fitting]),
  );
}

const toFitting = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, NAME_MAX) || '_';

function toUnique(name: string): string {
  const mark = `_${hash(name)}`;
  return toFitting(name).slice(0, NAME_MAX - mark.length) + mark;
}

/** FNV-1a: short, and there are few names to tell apart. */
function hash(text: string): string {
  let value = 0x81_1c_9d_c5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01_00_01_93) >>> 0;
  return value.toString(36).padStart(7, '0');
}
