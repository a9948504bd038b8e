/** Facts by which a run is found again, such as a customer or an order number. */
export type Attributes = Record<string, AttributeValue>;
/** The value of one attribute. */
export type AttributeValue = string | number | boolean;
/** Changes of attributes: a new value, or `null` for one that is taken away. */
export type AttributeChanges = Record<string, AttributeValue | null>;

/** The attributes after changes. */
export function changeAttributes(attributes: Attributes, changes: AttributeChanges): Attributes {
  const changed = Object.entries({ ...attributes, ...changes });
  return Object.fromEntries(changed.filter((entry): entry is [string, AttributeValue] => entry[1] !== null));
}
