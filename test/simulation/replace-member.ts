/** Changes one member of a class while a simulation runs. */

/**
 * Replaces a method or a getter of a class.
 * @returns Puts the original back.
 */
export function replaceMember<Class extends object>(
  prototype: Class,
  name: keyof Class,
  change: (original: PropertyDescriptor) => PropertyDescriptor,
): () => void {
  const original = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, { ...original, ...change(original) });
  return () => void Object.defineProperty(prototype, name, original);
}
