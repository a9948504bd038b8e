/**
 * The steps of the layers of a Next server. The entries of layers and those that ask for steps share this module,
 * because Next does not bundle this package.
 */
import type { StepsModule } from '../../runtime/contract/build.ts';
import { knownLayers, type Layer } from '../../runtime/contract/layers.ts';

/** The entry of a layer gives it when it is evaluated. */
export interface ProvidedSteps {
  /** See {@link layerModules}. */
  version: string;
  layer: Layer;
  load: StepsModule['loadSteps'];
}

const provided = new Map<string, ProvidedSteps>();

/** In development an entry may be evaluated again, in a new layer. */
export function provideSteps(name: string, steps: ProvidedSteps): void {
  const before = provided.get(name);
  if (before && before.layer !== steps.layer) knownLayers().delete(before.layer);
  provided.set(name, steps);
}

/** `undefined` until the entry of the layer is evaluated. */
export const providedSteps = (name: string): ProvidedSteps | undefined => provided.get(name);
