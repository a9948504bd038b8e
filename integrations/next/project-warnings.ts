/** Warns of settings that keep webhooks from arriving. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { child, children, type Node, text } from '../../compiler/ast.ts';
import { createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';
import { ROUTE_PREFIX, ROUTES } from '../../runtime/contract/routes.ts';
import { consoleLog } from '../shared/project-build.ts';
import { nextError } from './messages.ts';
import type { NextProject } from './options.ts';
import { requireFrom } from './packages.ts';
import { findRootFiles } from './root-file.ts';

const PROXY_NAMES = ['proxy', 'middleware'];
const CALLED_PATH = `${ROUTES.webhook}/token`;
/** Next's compiler of matchers to regular expressions. */
const MATCHER_COMPILER = 'next/dist/compiled/path-to-regexp';
/** Our routes, in all versions, as written in a matcher after its first slash. */
const OUR_PATHS = String.raw`\.well-known/workflow/`;
const EVERY_OTHER_PATH = `/((?!${OUR_PATHS}).*)`;

/** Prints a warning for each setting that keeps webhooks from arriving. */
export function warnOfProject(project: NextProject): void {
  const redirect = project.redirectsWebhooks ? nextError('integration_next_slash', {}) : null;
  for (const warning of [checkProxy(project), redirect]) if (warning) consoleLog.warn(warning.message);
}

/**
 * Finds out whether the project's `proxy` (`middleware` before Next 16) intercepts requests to our routes. Returns a
 * warning with the exact fix; `null` when the routes are free, or when the matchers cannot be read.
 */
function checkProxy(project: NextProject): Error | null {
  const [file] = findRootFiles(project, PROXY_NAMES);
  if (file === undefined) return null;
  const matchers = readMatchers(join(project.rootDir, file), file);
  const catching = matchers?.filter((matcher) => matches(project.rootDir, matcher)) ?? [];
  if (matchers === null || (matchers.length > 0 && catching.length === 0)) return null;
  const corrected = matchers.map((matcher) => (catching.includes(matcher) ? leaveOut(matcher) : matcher));
  const fixed = corrected.length > 0 ? corrected : [EVERY_OTHER_PATH];
  const matcher = JSON.stringify(fixed.length === 1 ? fixed[0] : fixed);
  return nextError('integration_next_proxy', { file, path: `${ROUTE_PREFIX}/…`, matcher });
}

/** Extends the exclusions of a matcher with our routes, or replaces a simpler matcher. */
function leaveOut(matcher: string): string {
  return matcher.startsWith('/((?!') ? matcher.replace('/((?!', `/((?!${OUR_PATHS}|`) : EVERY_OTHER_PATH;
}

function matches(rootDir: string, matcher: string): boolean {
  try {
    const { pathToRegexp } = requireFrom(rootDir)(MATCHER_COMPILER) as { pathToRegexp(path: string): RegExp };
    return pathToRegexp(matcher).test(CALLED_PATH);
  } catch {
    // Next reports what is wrong with a matcher.
    return false;
  }
}

/** The sources in `config.matcher`; empty without one; `null`: not literal, or not a module. */
function readMatchers(path: string, name: string): string[] | null {
  try {
    const items = parseModule(createSourceFile({ path, name, code: readFileSync(path, 'utf8') }));
    const config = items.map(exportedConfig).find((found) => found !== null);
    const matcher = config ? property(config, 'matcher') : null;
    const sources = matcher ? toSources(matcher) : [];
    return sources.every((source) => source !== null) ? sources : null;
  } catch {
    return null;
  }
}

/** The value of `export const config = …`. */
function exportedConfig(item: Node): Node | null {
  const declaration = item.type === 'ExportDeclaration' ? child(item, 'declaration') : null;
  if (declaration?.type !== 'VariableDeclaration') return null;
  const config = children(declaration, 'declarations').find((one) => nameOf(child(one, 'id')) === 'config');
  return config ? child(config, 'init') : null;
}

function property(object: Node, name: string): Node | null {
  const found = children(object, 'properties').find((one) => nameOf(child(one, 'key')) === name);
  return found ? child(found, 'value') : null;
}

const nameOf = (node: Node | null): string | null => (node ? text(node) : null);

/** Reads a string, an object with a `source`, or a list of them; `null` stands for anything not literal. */
function toSources(node: Node): (string | null)[] {
  if (node.type === 'StringLiteral') return [text(node)];
  if (node.type === 'ArrayExpression') return children(node, 'elements').flatMap(toSources);
  const source = property(node, 'source');
  return source ? toSources(source) : [null];
}
