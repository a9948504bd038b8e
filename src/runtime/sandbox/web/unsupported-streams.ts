import { runtimeError } from '../../contract/runtime-errors.ts';
import type { Constructor } from './web-idl.ts';

const NAMES = [
  'TransformStream',
  'TextEncoderStream',
  'TextDecoderStream',
  'CompressionStream',
  'DecompressionStream',
] as const;

/**
 * Streams that transform what passes through them, which is work for steps. The classes are there because libraries
 * extend them while they load; making an instance throws.
 */
export function createUnsupportedStreams(): Record<string, Constructor> {
  return Object.fromEntries(NAMES.map((name) => [name, createUnsupported(name)]));
}

const createUnsupported = (name: string): Constructor =>
  function Unsupported(): never {
    throw runtimeError('sandbox_import_outside', { name });
  } as unknown as Constructor;
