import type { RealmHost } from './realm-host.ts';

type HostFunction = (...args: unknown[]) => unknown;

/**
 * The host's functions, for the code of this folder. What one of them throws (the stack may end inside it, wherever
 * workflow code called from) belongs to the host's realm and leads to all of it: workflow code gets an error of its own.
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
