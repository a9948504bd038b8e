/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import { builtPackages } from '../../compiler/plugin/inner-packages.ts';
import { CHANGED_TEXTS, COMPILED_TEXTS, packageOf } from '../../compiler/build/source-files.ts';
import { ownFile } from '../../compiler/own-code.ts';
import { builtId } from './application-file.ts';
import { ENTRY_TEXT } from './generated-entries.ts';
import type { LoaderOptions } from './loader.ts';
import type { NextConfig, TurbopackRules, WebpackConfig, WebpackContext } from './next-config.ts';
import type { NextProject } from './options.ts';
import { ownVersion } from './packages.ts';

/** Files of Next and React: there are many, and none has directives. */
const UNINTERESTING_FILE = /[\\/]node_modules[\\/](?:next|react|react-dom)[\\/]/;
const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
const SOURCE_GLOB = '*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}';
/** Next's file for code that runs when a server starts. */
const INSTRUMENTATION_FILE = /(?:^|[\\/])instrumentation\.[^\\/]+$/;

const PACKAGE = 'workflow';

/**
 * Adds our loader to both of Next's bundlers. This package stays out of the bundles: routes and steps of a process
 * share one runtime.
 */
export function compileApplication(
  config: NextConfig,
  { rootDir, outDir }: NextProject,
  mode: LoaderOptions['mode'],
): NextConfig {
  const build = mode === 'production' ? { buildId: builtId(outDir) } : {};
  const options = { rootDir, outDir, mode, version: ownVersion(), ...build };
  const useFor = (target: LoaderOptions['target']) => ({
    loader: ownFile('integrations/next/loader'),
    options: { ...options, target } satisfies LoaderOptions,
  });
  const { serverExternalPackages: external = [], transpilePackages = [] } = config;
  // Pages leave packages outside, where nothing compiles them.
  const compiled = [...builtPackages(rootDir, outDir)].map(packageOf).filter((name) => !external.includes(name));
  return {
    ...config,
    serverExternalPackages: [...external, PACKAGE],
    transpilePackages: [...new Set([...transpilePackages, ...compiled])],
    turbopack: { ...config.turbopack, rules: addRules(config.turbopack?.rules ?? {}, useFor) },
    webpack(webpackConfig: WebpackConfig, context: WebpackContext) {
      const use = [useFor(context.nextRuntime === 'nodejs' ? 'node' : 'other')];
      // Before all others, which would treat directives as dead text.
      const added = { test: SOURCE_FILE, exclude: UNINTERESTING_FILE, enforce: 'pre', use };
      webpackConfig.module.rules.push(added);
      // Stacks of steps are mapped with it.
      if (mode === 'production' && context.nextRuntime === 'nodejs') webpackConfig.devtool ||= 'hidden-source-map';
      return config.webpack?.(webpackConfig, context) ?? webpackConfig;
    },
  };
}

type UseFor = (target: LoaderOptions['target']) => object;

/** Adds rules to those that the user may have for the same files. */
function addRules(rules: TurbopackRules, useFor: UseFor): TurbopackRules {
  const texts = CHANGED_TEXTS.map((text) => (typeof text === 'string' ? text : text.source));
  const isChanged = {
    any: [{ content: new RegExp([...texts, ENTRY_TEXT].join('|')) }, { path: INSTRUMENTATION_FILE }],
  };
  const isCompiled = { any: [{ content: new RegExp(COMPILED_TEXTS.join('|')) }, { path: INSTRUMENTATION_FILE }] };
  const isForNode = { not: { any: ['browser', 'edge-light'] } };
  const added = [
    { condition: { all: [isChanged, isForNode] }, loaders: [useFor('node')] },
    { condition: { all: [isCompiled, { not: isForNode }] }, loaders: [useFor('other')] },
  ];
  return { ...rules, [SOURCE_GLOB]: [rules[SOURCE_GLOB] ?? [], added].flat() };
}
