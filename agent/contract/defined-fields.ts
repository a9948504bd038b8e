/** An object without the fields that are `undefined`: those are no JSON, and clients check chunks strictly. */
export function definedFields<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
