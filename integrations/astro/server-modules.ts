/** The modules in Astro's production server that ours stand in for: they come ahead of all that Astro does with a request. */
import { buildLoader } from '../shared/build-loader.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { StandIn } from '../shared/stand-in-modules.ts';
import type { AstroConfig } from './astro-interface.ts';
import type { SiteAddress } from './astro-server.ts';

const quote = (text: string): string => JSON.stringify(text);
const SERVER = quote(ownFile('integrations/astro/astro-server'));

/** How adapters import the modules, by which messages name them. */
const APP = 'astro/app/entrypoint';
const FILES = './serve-static.js';
const REQUESTS = 'astro/app/node';
const NODE_ADAPTER_SERVER = /[\\/]@astrojs[\\/]node[\\/]dist[\\/]standalone\.js$/;
const ANY_MODULE = /./;

/** Adapters for hosts other than Node have no use for it. */
export const isOptional = (module: string): boolean => module === REQUESTS;

/**
 * @param outDir Folder of the build.
 * @param config After all integrations have added to it.
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

/** What a module of ours is made of. */
interface Parts {
  /** Path of the module that it stands in for. */
  original: string;
  /** The site's, as code. */
  address: string;
}

/**
 * Every adapter's server makes its app by this module, once and when it boots. The build is loaded only then: the adapter has
 * told Astro by that time where settings are, which steps may read.
 */
function appModule({ original, address, outDir }: Parts & { outDir: string }): string {
  return `import { createApp as createAstroApp } from ${quote(original)};
import { serveBuild } from ${SERVER};

${buildLoader(outDir)}

export const createApp = (options) => serveBuild(createAstroApp(options), loadBuild, ${address});
`;
}

/** The Node adapter looks for files before it asks the app, and redirects to the address with a slash where that is the rule. */
const redirectsToSlash = ({ adapter, trailingSlash }: AstroConfig): boolean =>
  adapter?.name === '@astrojs/node' && trailingSlash === 'always';

function filesModule({ original, address }: Parts): string {
  return `import { createStaticHandler as createFileHandler } from ${quote(original)};
import { letPass } from ${SERVER};

export const createStaticHandler = (...options) => letPass(createFileHandler(...options), ${address});
`;
}

/** The limit that an adapter has for bodies is about forms; the routes have limits of their own. */
function requestsModule({ original, address }: Parts): string {
  return `import { createRequestFromNodeRequest as createAstroRequest } from ${quote(original)};
import { withWholeBody } from ${SERVER};
export * from ${quote(original)};

export const createRequestFromNodeRequest = withWholeBody(createAstroRequest, ${address});
`;
}
