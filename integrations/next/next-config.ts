/** What of Next's configuration counts here, so that Next is no dependency of this package. */

/** Why Next reads the configuration. */
export const PHASES = { development: 'phase-development-server', build: 'phase-production-build' } as const;

/** Rules of Turbopack by patterns of names: one, or a list. */
export type TurbopackRules = Record<string, object | object[]>;

export interface WebpackConfig {
  /** How source maps are made; Next sets `false` for servers in production. */
  devtool?: string | false;
  module: { rules: object[] };
}

export interface WebpackContext {
  /** Absent for browsers. */
  nextRuntime?: string;
}

type WebpackFunction = (config: WebpackConfig, context: WebpackContext) => WebpackConfig;

/** Where Next has built; absolute paths. */
export interface BuildPlace {
  projectDir: string;
  distDir: string;
}

export interface NextConfig {
  basePath?: string;
  compiler?: { runAfterProductionCompile?: (place: BuildPlace) => Promise<void> };
  distDir?: string;
  output?: string;
  pageExtensions?: string[];
  skipTrailingSlashRedirect?: boolean;
  trailingSlash?: boolean;
  serverExternalPackages?: string[];
  turbopack?: { rules?: TurbopackRules };
  webpack?: WebpackFunction | null;
}

export interface ConfigContext<Config> {
  defaultConfig: Config;
}

/** The form of `next.config` that is a function. */
export type ConfigFunction<Config> = (phase: string, context: ConfigContext<Config>) => Config | Promise<Config>;

/** The configuration that the user means in this phase. */
export async function resolveConfig<Config extends object>(
  config: Config | ConfigFunction<Config>,
  phase: string,
  context: ConfigContext<Config>,
): Promise<Config> {
  return typeof config === 'function' ? await config(phase, context) : config;
}
