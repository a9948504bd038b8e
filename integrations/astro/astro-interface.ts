/**
 * The parts of Astro's interface that are used. Astro is not a dependency, because everybody would have to install its
 * types.
 */
import type { AliasOptions, Plugin } from 'vite';

/** Astro's configuration, with all defaults filled in. */
export interface AstroConfig {
  root: URL;
  srcDir: URL;
  cacheDir: URL;
  /** Path below which the site is mounted, such as `/docs`. */
  base: string;
  /** Public address of the site, if the user sets it. */
  site?: string | undefined;
  trailingSlash: 'always' | 'never' | 'ignore';
  /** Deploys the site to a server; absent: all pages are static files. */
  adapter?: { name: string } | undefined;
  vite: { resolve?: { alias?: AliasOptions | undefined } | undefined };
}

/** Astro's logger for one integration. */
export interface AstroLogger {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** The arguments of an integration's set-up. */
export interface ConfigSetup {
  config: AstroConfig;
  command: 'dev' | 'build' | 'preview' | 'sync';
  updateConfig(config: { vite: { plugins: Plugin[] } }): unknown;
  injectRoute(route: { pattern: string; entrypoint: string; prerender: boolean }): void;
}

/** An integration, as Astro calls it. */
export interface AstroIntegration {
  name: string;
  hooks: {
    'astro:config:setup'(setup: ConfigSetup): void;
    /** Gets the configuration after all integrations have changed it. */
    'astro:config:done'(done: { config: AstroConfig }): void;
    'astro:build:start'(start: { logger: AstroLogger }): Promise<void>;
    /** After the adapter has written the output. */
    'astro:build:done'(done: { logger: AstroLogger }): Promise<void>;
  };
}

/** The application in a server, as adapters use it. */
export interface AstroApp {
  /** @returns The route that answers. Without one, the adapter continues without Astro. */
  match(request: Request, ...rest: unknown[]): unknown;
  render(request: Request, options?: RenderOptions): Promise<Response>;
}

/** An adapter's options for one request. */
export interface RenderOptions {
  /** Keeps the process alive until the promise settles, where the host supports that. */
  waitUntil?: (promise: Promise<unknown>) => void;
}
