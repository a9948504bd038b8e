/** Attributes as users give them: when a run starts, and from its code. */
import {
  changeAttributes,
  type AttributeChanges,
  type Attributes,
  type AttributeValue,
} from '../contract/attributes.ts';
import { refuse } from './read-options.ts';

/** Attributes that a run may be given at once, and names that its code may use. */
export const ATTRIBUTES_MAX = 32;
const NAME_LENGTH_MAX = 64;
const TEXT_LENGTH_MAX = 1_000;

/** Describes valid attributes, in words that follow "must be". */
export const ATTRIBUTE_EXPECTED = `a boolean, a finite number or text of at most ${TEXT_LENGTH_MAX} characters, under a name of 1 to ${NAME_LENGTH_MAX}`;

/** Whether a run can have this attribute. */
export const isAttribute = (name: string, value: unknown): value is Attributes[string] =>
  name !== '' && name !== '__proto__' && name.length <= NAME_LENGTH_MAX && isAttributeValue(value);

const isAttributeValue = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX);

/** Reads changes of attributes; `undefined` and `null` take one away. @throws `option_invalid`. */
export function readAttributeChanges(call: string, given: unknown): AttributeChanges {
  if (typeof given !== 'object' || given === null)
    throw refuse({ call, option: 'attributes' }, 'an object of attributes', given);
  const changes: AttributeChanges = {};
  for (const [name, value = null] of Object.entries(given) as [string, unknown][]) {
    if (!isAttribute(name, value ?? true)) throw refuse({ call, option: name }, ATTRIBUTE_EXPECTED, value);
    changes[name] = value as AttributeValue | null;
  }
  return changes;
}

/**
 * Refuses changes that give a run more attributes than it may have.
 * @param current Its attributes; `null`: unknown.
 * @throws `option_invalid`.
 */
export function checkAttributeNumber(call: string, current: Attributes | null, changes: AttributeChanges): void {
  const before = current ?? {};
  const number = Object.keys(changeAttributes(before, changes)).length;
  // The code of the run may have set more, by names of its own.
  if (number > ATTRIBUTES_MAX && number > Object.keys(before).length)
    throw refuse({ call, option: 'attributes' }, `so few that the run has ${ATTRIBUTES_MAX} at most`, changes);
}
