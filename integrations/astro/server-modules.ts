/** Replaces modules of Astro's production server, so that ours handle requests before Astro does. */
import { buildLoader } from '../shared/build-loader.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { StandIn } from '../shared/stand-in-modules.ts';
import type { AstroConfig } from './astro-interface.ts';
import type { SiteAddress } from '../shared/public-address.ts';

const SERVER = JSON.stringify(ownFile('integrations/astro/astro-server'));

/** Import specifiers that adapters use, and that messages show. */
const APP = 'astro/app/entrypoint';
const FILES = './serve-static.js';
const REQUESTS = 'astro/app/node';
const NODE_ADAPTER_SERVER = /[\\/]@astrojs[\\/]node[\\/]dist[\\/]standalone\.js$/;
const ANY_MODULE = /./;

/** Whether an adapter may lack the module: only those for Node use it. */
export const isOptional = (module: string): boolean => module === REQUESTS;

/**
 * The modules that replace Astro's. @param outDir Absolute path of the build's folder. @param config The configuration
 * after all integrations have changed it.
 */
export function createStandIns(outDir: string, config: AstroConfig): Record<string, StandIn> {
  const address: SiteAddress = {
    base: config.base.replace(/\/+$/, ''),
    origin: config.site === undefined ? null : new URL(config.site).origin,
  };
  const code = JSON.stringify(address);
  return {
    [APP]: {
      source: /^astro\/app\/entrypoint$/,
      importer: ANY_MODULE,
      code: (original) => appModule({ original, outDir, address: code }),
    },
    [REQUESTS]: {
      source: /^astro\/app\/node$/,
      importer: ANY_MODULE,
      code: (original) => requestsModule({ original, address: code }),
    },
    ...(redirectsToSlash(config) && {
      [FILES]: {
        source: /^\.\/serve-static\.js$/,
        importer: NODE_ADAPTER_SERVER,
        code: (original) => filesModule({ original, address: code }),
      },
    }),
  };
}

/** The values in the code of a replacement. */
interface Parts {
  /** Path of the replaced module. */
  original: string;
  /** The address of the site, as code. */
  address: string;
}

/**
 * Every adapter's server creates its app through this module, once, at boot. The build is loaded only then, because by
 * that time the adapter has told Astro where settings are, and steps may read them.
 */
function appModule({ original, address, outDir }: Parts & { outDir: string }): string {
  return `import { createApp as createAstroApp } from ${JSON.stringify(original)};
import { serveBuild } from ${SERVER};

${buildLoader(outDir)}

export const createApp = (options) => serveBuild(createAstroApp(options), loadBuild, ${address});
`;
}

/**
 * The Node adapter looks for files before it asks the app, and redirects to the path with a trailing slash if so
 * configured.
 */
const redirectsToSlash = ({ adapter, trailingSlash }: AstroConfig): boolean =>
  adapter?.name === '@astrojs/node' && trailingSlash === 'always';

function filesModule({ original, address }: Parts): string {
  return `import { createStaticHandler as createFileHandler } from ${JSON.stringify(original)};
import { letPass } from ${SERVER};

export const createStaticHandler = (...options) => letPass(createFileHandler(...options), ${address});
`;
}

/** An adapter's body limit is meant for forms; our routes have their own limits. */
function requestsModule({ original, address }: Parts): string {
  return `import { createRequestFromNodeRequest as createAstroRequest } from ${JSON.stringify(original)};
import { withWholeBody } from ${SERVER};
export * from ${JSON.stringify(original)};

export const createRequestFromNodeRequest = withWholeBody(createAstroRequest, ${address});
`;
}
