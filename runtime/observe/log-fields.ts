/** The details of a message as plain data, for JSON and for loggers. */

/** Errors become what is worth knowing of them; times, texts. */
export function toFields(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, toField(value)]));
}

function toField(value: unknown): unknown {
  if (value instanceof Error) return value.message;
  return value instanceof Date ? value.toISOString() : value;
}
