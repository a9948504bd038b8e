/** Adds the plugin `workflow` to the `tsconfig.json` that Nitro generates. */
import type { Nitro } from 'nitro/types';
import { isLegacy } from './nitro-kinds.ts';

const PLUGIN = { name: 'workflow' };

/** What of the option counts: newer versions of Nitro have dropped the generation. */
interface TypeScriptOptions {
  generateTsConfig?: boolean;
  tsConfig?: { compilerOptions?: { plugins?: { name: string }[] } };
}

/** Where Nitro generates none, the user is told what to add: files of theirs are not edited. */
export function addTypeScriptPlugin(nitro: Nitro): void {
  const options = (nitro.options.typescript ??= {} as Nitro['options']['typescript']) as TypeScriptOptions;
  const compilerOptions = ((options.tsConfig ??= {}).compilerOptions ??= {});
  const plugins = (compilerOptions.plugins ??= []);
  if (plugins.some(({ name }) => name === PLUGIN.name)) return;
  plugins.push(PLUGIN);
  if (isLegacy(nitro) || options.generateTsConfig) return;
  nitro.logger.info(
    `This version of Nitro generates no tsconfig.json. Add ${JSON.stringify(PLUGIN)} to "compilerOptions.plugins" of yours.`,
  );
}
