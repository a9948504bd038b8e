/** The attributes of a run as one column. */
import type { Attributes } from '../../contract/attributes.ts';

/** Attributes as the column of a run holds them: JSON; `null` without any. */
export const toAttributesText = (attributes: Attributes): string | null =>
  Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes);

/** The inverse of {@link toAttributesText}. */
export const readAttributes = (column: string | null): Attributes =>
  column === null ? {} : (JSON.parse(column) as Attributes);
