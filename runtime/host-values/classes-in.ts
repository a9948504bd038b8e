/** The classes that a stored value names. */
import type { Payload } from '../journal/events.ts';
import { decodeForDisplay } from './display-values.ts';

/** Any text in a value may look like the id of a class, and errors name their classes in this way. */
const LIKE_CLASS = /"(class\/\/[^"\\]+)"/g;

/** False for a value that names no class. */
export const mayNameClass = (payload: Payload): boolean => payload.includes('"class//');

/**
 * The ids of the classes of which a value has instances, or which it holds itself.
 * @param isKnown Classes that nobody asks for. The value is only looked at if it may name another one.
 */
export function classesIn(payload: Payload, isKnown: (classId: string) => boolean): readonly string[] {
  if (!mayNameClass(payload)) return [];
  if (payload.matchAll(LIKE_CLASS).every(([, classId]) => isKnown(classId!))) return [];
  const ids = new Set<string>();
  const note = ({ classId }: { classId: string }): void => void ids.add(classId);
  try {
    decodeForDisplay(payload, { Instance: note, Class: note }, () => []);
  } catch {
    // Whoever needs the value says why it cannot be read.
  }
  return [...ids].filter((classId) => !isKnown(classId));
}
