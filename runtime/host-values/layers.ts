/**
 * Each layer knows the steps and classes of its own modules, so a step gets instances of the classes that its code
 * sees.
 */
import type { RegisteredStep } from '../contract/build.ts';
import type { Layer } from '../contract/layers.ts';
import { type ClassRegistry, createClassRegistry } from '../values/class-registry.ts';

/** The steps and classes that the modules of a layer have registered, without classes of errors. */
interface LayerCode {
  steps: Map<string, RegisteredStep>;
  classes: ClassRegistry & { register(classId: string, cls: object): void };
}

const KEY = Symbol.for('workflow.layer-code');
type CodeHolder = { [KEY]?: WeakMap<Layer, LayerCode> };

/** Shared by all copies of this package in a process. */
const known = ((globalThis as CodeHolder)[KEY] ??= new WeakMap<Layer, LayerCode>());

/** The code of a layer; each caller gets the same object. */
export function codeOf(layer: Layer): LayerCode {
  let code = known.get(layer);
  if (!code) known.set(layer, (code = { steps: new Map(), classes: createClassRegistry() }));
  return code;
}
