/** The names whose values this process masks, before it stores errors and the headers of webhook requests. */
import { MASK, SecretNames } from '../values/secret-names.ts';

let names = new SecretNames();

/** The names that count now. */
export const maskedNames = (): SecretNames => names;

/** Takes what the settings change about the list, see {@link SecretNames}. */
export function changeMaskedNames(changes: readonly string[]): void {
  names = new SecretNames(changes);
}

/**
 * A copy of headers in which those that are known to hold credentials are masked.
 * @param kept Names in lower case of those that stay.
 */
export const maskHeaders = (headers: Headers, kept: readonly string[]): Headers =>
  new Headers([...headers].map(([name, value]) => [name, names.has(name) && !kept.includes(name) ? MASK : value]));
