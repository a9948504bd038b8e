/** Answers Node's loader for each module, on the loader's thread or on the application's. */
import { existsSync, readFileSync } from 'node:fs';
import module, { type LoadFnOutput, type LoadHookContext } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverError } from '../server/messages.ts';
import { findProjectRoot } from '../shared/project-root.ts';
import { isCompilable, type LoadedFile, toApplicationView } from './application-view-loader.ts';

const TYPESCRIPT_FILE = /\.[cm]?ts$/;
const JSX_FILE = /\.[jt]sx$/;

/** The root of the project, and who is told of files with directives. */
export type LoadedProject = Pick<LoadedFile, 'rootDir' | 'onDirectives'>;

/** The path of a module that may have a view; `null` for all others. */
export function pathOfCompilable(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  const path = fileURLToPath(url);
  return isCompilable(path) ? path : null;
}

/** The format in which Node loads a file. @throws `register_syntax_unsupported`. */
export function contextFor(path: string, context: LoadHookContext): LoadHookContext {
  if (JSX_FILE.test(path)) throw serverError('register_syntax_unsupported', { file: path });
  return stripsTypes(path) ? { ...context, format: formatOf(path) } : context;
}

/**
 * Replaces the source that Node has loaded with its application view. A file with directives is always an ES module,
 * even in a package whose `type` is `commonjs`, which `npm init` writes.
 */
export function applyApplicationView(path: string, loaded: LoadFnOutput, project: LoadedProject): LoadFnOutput {
  const { source } = loaded;
  // When the hooks run on their own thread, Node reads CommonJS elsewhere.
  const code = source === undefined || source === null ? readFileSync(path, 'utf8') : toText(source);
  const view = toApplicationView({ path, code, ...project });
  const format = view === null ? loaded.format : loaded.format?.replace('commonjs', 'module');
  if (!stripsTypes(path)) return view === null ? loaded : { ...loaded, format, source: view };
  return { ...loaded, format, source: module.stripTypeScriptTypes(view ?? code) };
}

/** Before 22.18, Node strips types only with a flag. */
const stripsTypes = (path: string): boolean => !process.features.typescript && TYPESCRIPT_FILE.test(path);

function formatOf(path: string): 'module' | 'commonjs' {
  const extension = extname(path);
  if (extension !== '.ts') return extension === '.mts' ? 'module' : 'commonjs';
  const packageFile = join(findProjectRoot(dirname(path)), 'package.json');
  const { type } = existsSync(packageFile) ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { type?: string }) : {};
  return type === 'module' ? 'module' : 'commonjs';
}

function toText(source: NonNullable<LoadFnOutput['source']>): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
