/** What of Astro's interface counts here. Astro is no dependency: its types would have to be installed by everybody. */
import type { AliasOptions, Plugin } from 'vite';

/** Astro's configuration, with all defaults filled in. */
export interface AstroConfig {
  root: URL;
  srcDir: URL;
  cacheDir: URL;
  /** Path below which the site is mounted, such as `/docs`. */
  base: string;
  /** Public address of the site, where the user gives it. */
  site?: string | undefined;
  trailingSlash: 'always' | 'never' | 'ignore';
  /** Puts the site on a server; absent: all pages are files. */
  adapter?: { name: string } | undefined;
  vite: { resolve?: { alias?: AliasOptions | undefined } | undefined };
}

export interface AstroLogger {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** What the set-up of an integration is given. */
export interface ConfigSetup {
  config: AstroConfig;
  command: 'dev' | 'build' | 'preview' | 'sync';
  updateConfig(config: { vite: { plugins: Plugin[] } }): unknown;
  injectRoute(route: { pattern: string; entrypoint: string; prerender: boolean }): void;
}

export interface AstroIntegration {
  name: string;
  hooks: {
    'astro:config:setup'(setup: ConfigSetup): void;
    /** The configuration of all integrations together. */
    'astro:config:done'(done: { config: AstroConfig }): void;
    'astro:build:start'(start: { logger: AstroLogger }): Promise<void>;
  };
}

/** The application on a server, as adapters use it. */
export interface AstroApp {
  /** @returns The route that answers; none: the adapter goes on without Astro. */
  match(request: Request, ...rest: unknown[]): unknown;
  render(request: Request, options?: RenderOptions): Promise<Response>;
}

export interface RenderOptions {
  /** Keeps the process awake, where the host has it. */
  waitUntil?: (promise: Promise<unknown>) => void;
}
