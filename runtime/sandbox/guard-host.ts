import type { RealmHost } from './realm-host.ts';

type HostFunction = (...args: unknown[]) => unknown;

/**
 * The host's functions, for the code of this folder. An error that one of them throws (the stack may overflow inside
 * it, whatever workflow code called it from) belongs to the host's realm and gives access to all of it. So workflow
 * code gets an error of its own realm instead.
 */
export function guardHost(host: RealmHost): RealmHost {
  const functions = host as unknown as Record<string, HostFunction>;
  return Object.fromEntries(
    Object.keys(functions).map((name) => [name, guard(functions[name]!)]),
  ) as unknown as RealmHost;
}

function guard(call: HostFunction): HostFunction {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      throw toRealmError(error as Error);
    }
  };
}

const toRealmError = ({ name, message }: Error): Error =>
  name === 'RangeError' ? new RangeError(message) : new Error(message);
