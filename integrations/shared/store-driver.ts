/**
 * Brings the driver of PostgreSQL into a bundled server, if the application has it. The output then needs no
 * `node_modules`, and the store's threads have one of their own.
 */
import { builtinModules, createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { bundleThread } from './bundle-thread.ts';

/** The module that finds the driver, in any copy of this package. */
const FINDER = /[\\/]runtime[\\/]world[\\/]postgres[\\/]import-driver\.[jt]s$/;
/** The code of the threads, without a driver. */
const THREAD_SCRIPT = /[\\/]runtime[\\/]world[\\/]threads[\\/]thread-script\.generated\.[jt]s$/;
const DRIVER_MODULE = '\0workflow:store-driver';
const DRIVER_ID = new RegExp(`^${DRIVER_MODULE}$`);
/** The form of names of Node modules. */
const NODE_MODULE = /^(?:node:)?[a-z_]+(?:\/[a-z_]+)?$/;
const toNodeName = (id: string): string => (id.startsWith('node:') ? id : `node:${id}`);
/** Takes the place of the finder. The thread of leases has a driver of its own, and needs no address. */
const BUNDLED_FINDER = `export const driverUrl = () => '';
export const importDriver = () => import(${JSON.stringify(DRIVER_MODULE)});
`;

/** A faster driver in machine code that `pg` uses if it is there; it cannot be bundled. */
const NATIVE = 'pg-native';
const NATIVE_MISSING = `throw Object.assign(new Error('${NATIVE} is not bundled'), { code: 'MODULE_NOT_FOUND' });`;

/** A plugin for Rolldown, Rollup and Vite. An application without the driver keeps an output without it. */
export function storeDriver(): Plugin {
  let driverFile: string | null = null;
  return {
    name: 'workflow:store-driver',
    resolveId: {
      order: 'pre',
      filter: { id: [DRIVER_ID, NODE_MODULE] },
      handler(id, importer) {
        if (id === DRIVER_MODULE) return id;
        // Some bundlers do not know every module of Node.
        return importer === DRIVER_MODULE && isBuiltin(id) ? { id: toNodeName(id), external: true } : null;
      },
    },
    load: {
      filter: { id: [DRIVER_ID, FINDER, THREAD_SCRIPT] },
      handler: async (id) => {
        if (id === DRIVER_MODULE) return { code: await bundleDriver(driverFile!), map: null };
        driverFile = findDriver(id);
        if (driverFile === null) return null;
        return { code: FINDER.test(id) ? BUNDLED_FINDER : await withDriver(id), map: null };
      },
    },
  };
}

/** The module of the threads' code, with a driver in that code. */
async function withDriver(script: string): Promise<string> {
  const entry = join(dirname(script), `store-thread${extname(script)}`);
  return `export const threadScript = ${JSON.stringify(await bundleThread(entry, [storeDriver()]))};`;
}

/** The file that Node would load; `null`: it is not installed. @param finder The module that would ask for it. */
function findDriver(finder: string): string | null {
  try {
    return createRequire(finder).resolve('pg');
  } catch {
    return null;
  }
}

/** Bundles the driver and its packages into one module, which imports nothing but modules of Node. */
async function bundleDriver(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'node', plugins: [withoutNative, toImports] });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

const withoutNative: Plugin = {
  name: 'workflow:without-native',
  resolveId: (id) => (id === NATIVE ? `\0${NATIVE}` : null),
  load: (id) => (id === `\0${NATIVE}` ? NATIVE_MISSING : null),
};

/** Modules of Node become imports: `require()` needs a file's place, and the thread may have none. */
const toImports = esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] });
