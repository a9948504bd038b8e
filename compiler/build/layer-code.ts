/** The modules by which those of a layer register themselves. */
import { LAYERS } from '../../runtime/contract/layers.ts';
import { COMPILED_MODULE, type LayerModules } from '../views/view-builder.ts';

/** By this statement a layer comes into use: code without one gets its classes. */
export const USE_LAYER = `(globalThis[Symbol.for('${LAYERS}')] ??= new Set()).add(layer);`;

/**
 * The module of a layer. It imports nothing: a module that imports this package may be loaded late, and those that
 * import it, too.
 */
export const LAYER_CODE = `export const layer = { errors: new Map() };\n${USE_LAYER}\n`;

/** The module with the functions of a layer. @param layer Its specifier. */
export const registryCode = ({ layer }: Pick<LayerModules, 'layer'>): string =>
  `import { registryOf } from '${COMPILED_MODULE}';
import { layer } from '${layer}';

export const { markWorkflow, registerStep, registerClosure, registerClass, loadStepFiles } = registryOf(layer);
`;
