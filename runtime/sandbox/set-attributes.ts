/** Attributes that a run gives itself. */
import type { AttributeValue } from '../contract/attributes.ts';
import { ATTRIBUTES_MAX, readAttributeChanges } from '../values/attribute-values.ts';
import { refuse } from '../values/read-options.ts';
import { requireScope } from './run-scope.ts';

/**
 * Changes the attributes by which the run is found, see `listRuns`. Those that are not named stay as they are.
 * @param attributes `undefined` and `null` take an attribute away. A workflow may use 32 names.
 * @throws `option_invalid`.
 */
export function setAttributes(attributes: Record<string, AttributeValue | null | undefined>): void {
  const scope = requireScope();
  const changes = readAttributeChanges('setAttributes', attributes);
  const names = new Set([...scope.attributeNames, ...Object.keys(changes)]);
  if (names.size > ATTRIBUTES_MAX)
    throw refuse({ call: 'setAttributes', option: 'attributes' }, `of ${ATTRIBUTES_MAX} names at most`, attributes);
  scope.attributeNames = [...names];
  if (Object.keys(changes).length > 0) scope.ask({ type: 'attributes_set', attributes: changes });
}
