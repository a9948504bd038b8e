/** The parts of Next's configuration that are used, so that Next is no dependency of this package. */

/** Next's reasons for reading the configuration. */
export const PHASES = { development: 'phase-development-server', build: 'phase-production-build' } as const;

/** Turbopack's rules by name pattern: one rule, or a list. */
export type TurbopackRules = Record<string, object | object[]>;

/** The fields of a webpack configuration that are changed. */
export interface WebpackConfig {
  /** Kind of source maps; Next sets `false` for production servers. */
  devtool?: string | false;
  module: { rules: object[] };
}

/** The second argument of a `webpack` function in `next.config`. */
export interface WebpackContext {
  /** Absent for browsers. */
  nextRuntime?: string;
}

type WebpackFunction = (config: WebpackConfig, context: WebpackContext) => WebpackConfig;

/** Folders of Next's output; absolute paths. */
export interface BuildPlace {
  projectDir: string;
  distDir: string;
}

/** The fields of a Next configuration that are read or changed. */
export interface NextConfig {
  basePath?: string;
  compiler?: { runAfterProductionCompile?: (place: BuildPlace) => Promise<void> };
  distDir?: string;
  output?: string;
  pageExtensions?: string[];
  redirects?: () => Promise<object[]>;
  skipTrailingSlashRedirect?: boolean;
  trailingSlash?: boolean;
  transpilePackages?: string[];
  serverExternalPackages?: string[];
  turbopack?: { rules?: TurbopackRules };
  webpack?: WebpackFunction | null;
}

/** The second argument of a `next.config` function. */
export interface ConfigContext<Config> {
  defaultConfig: Config;
}

/** A `next.config` that is a function. */
export type ConfigFunction<Config> = (phase: string, context: ConfigContext<Config>) => Config | Promise<Config>;

/** Evaluates the user's configuration for this phase. */
export async function resolveConfig<Config extends object>(
  config: Config | ConfigFunction<Config>,
  phase: string,
  context: ConfigContext<Config>,
): Promise<Config> {
  return typeof config === 'function' ? await config(phase, context) : config;
}
