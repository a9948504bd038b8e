/** `workflow/nuxt`: durable workflows in applications that are built with Nuxt. */
import '../../runtime/contract/node-version.ts';
import type { WorkflowNitroOptions } from '../nitro/options.ts';
import { componentCheck } from '../vite/component-check.ts';
import { checkNuxtOptions, type WorkflowNuxtOptions } from './options.ts';

export type { WorkflowNuxtOptions } from './options.ts';

const NAME = 'workflow';
const NITRO_MODULE = 'workflow/nitro';

/** The parts of a running Nuxt that are used. Each may be missing while modules are set up. */
export interface NuxtLike {
  options: {
    /** Options of this module. */
    workflow?: WorkflowNuxtOptions | undefined;
    nitro?: { modules?: unknown[]; workflow?: WorkflowNitroOptions };
    /** For the pages. */
    vite?: { plugins?: unknown[] };
    /** The project and the layers that it extends. */
    _layers?: { cwd: string; config: { srcDir?: string } }[];
  };
}

interface Meta {
  name: string;
  configKey: string;
}

/** The type of a Nuxt module. */
export interface WorkflowNuxtModule {
  (inlineOptions: WorkflowNuxtOptions | undefined, nuxt: NuxtLike): Promise<void>;
  getMeta(): Promise<Meta>;
  /** The options of the configuration, overridden by those beside the module's name. */
  getOptions(inlineOptions?: WorkflowNuxtOptions, nuxt?: NuxtLike): Promise<WorkflowNuxtOptions>;
}

async function setUp(inlineOptions: WorkflowNuxtOptions | undefined, nuxt: NuxtLike): Promise<void> {
  const { typescriptPlugin } = await getOptions(inlineOptions, nuxt);
  const nitro = (nuxt.options.nitro ??= {});
  const modules = (nitro.modules ??= []);
  if (!modules.includes(NITRO_MODULE)) modules.push(NITRO_MODULE);
  const vite = (nuxt.options.vite ??= {});
  vite.plugins = [...(vite.plugins ?? []), componentCheck()];
  nitro.workflow = {
    layerDirs: sourceDirs(nuxt),
    ...nitro.workflow,
    typescriptPlugin: typescriptPlugin ?? nitro.workflow?.typescriptPlugin ?? true,
  };
}

async function getOptions(inlineOptions?: WorkflowNuxtOptions, nuxt?: NuxtLike): Promise<WorkflowNuxtOptions> {
  const options = { ...nuxt?.options.workflow, ...inlineOptions };
  checkNuxtOptions(options);
  return options;
}

/** Nitro knows only the `server` folders of layers. */
function sourceDirs({ options: { _layers = [] } }: NuxtLike): string[] {
  return _layers.flatMap(({ cwd, config }) => [cwd, config.srcDir ?? cwd]);
}

/**
 * The module: `modules: ['workflow/nuxt']`. Options are under the key `workflow`, those of the Nitro module under
 * `nitro.workflow`.
 */
export const workflow: WorkflowNuxtModule = Object.assign(setUp, {
  getMeta: async () => ({ name: NAME, configKey: NAME }),
  getOptions,
});
export default workflow;
