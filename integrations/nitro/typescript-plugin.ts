/** Adds the plugin `workflow` to the `tsconfig.json` that Nitro generates. */
import type { Nitro } from 'nitro/types';
import { isLegacy } from './nitro-kinds.ts';

const PLUGIN = { name: 'workflow' };

/** The part of the option that is used; newer versions of Nitro generate no `tsconfig.json`. */
interface TypeScriptOptions {
  generateTsConfig?: boolean;
  tsConfig?: { compilerOptions?: { plugins?: { name: string }[] } };
}

/** Where Nitro generates no file, logs what to add: the user's files are never edited. */
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
