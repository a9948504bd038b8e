/** The `<module>` part of ids: the same on every machine and operating system. */
import { realpathSync } from 'node:fs';
import nodePath from 'node:path';
import { DURABLE_NAMES } from './durable-names.ts';
import { moduleInPackage, PACKAGE_DIR } from './own-code.ts';

const EXTENSION = /\.[cm]?[jt]sx?$/;
const PACKAGES_FOLDER = '/node_modules/';
const OWN_PACKAGE = 'workflow';
/** This package as it is here, which may be a repository that a project links to. */
const OWN_FOLDER = toSlashes(realpathSync(PACKAGE_DIR));

/** Absolute paths. */
interface ModulePlace {
  path: string;
  rootDir: string;
  /** How paths are written here. Default: as on this system. */
  flavour?: Pick<typeof nodePath, 'isAbsolute' | 'relative'>;
  /** Default: the names of this release. */
  durableNames?: Readonly<Record<string, string>>;
}

/**
 * `./workflows/order` for `<root>/workflows/order.ts`; `package/subpath` for a file of a dependency, without its
 * version, so that an upgrade orphans no runs. A module of this package has its durable name, wherever the package lies
 * and wherever the module has moved in it: `workflow/agent/model/call-model`.
 */
export function toModuleId({ path, rootDir, flavour = nodePath, durableNames = DURABLE_NAMES }: ModulePlace): string {
  const absolute = withoutExtension(path);
  const own = pathInOwnPackage(absolute);
  if (own !== null) return `${OWN_PACKAGE}/${durableNames[own] ?? own}`;
  const inPackages = absolute.lastIndexOf(PACKAGES_FOLDER);
  if (inPackages >= 0) return absolute.slice(inPackages + PACKAGES_FOLDER.length);
  const fromRoot = flavour.relative(rootDir, path);
  // On Windows a file of another drive has no relative path.
  if (flavour.isAbsolute(fromRoot)) return absolute.replace(/^[A-Za-z]:/, '');
  const name = withoutExtension(fromRoot);
  return name.startsWith('../') ? name : `./${name}`;
}

/**
 * Refuses ids that would change with the place of a file. Call it for every module whose steps, workflows or classes
 * get ids.
 * @param path Absolute.
 * @throws Error for a module of this package that has no durable name.
 */
export function requireDurableName(path: string): void {
  const own = pathInOwnPackage(withoutExtension(path));
  if (own === null || own in DURABLE_NAMES) return;
  throw new Error(
    `The module ${own} of the package "${OWN_PACKAGE}" has a directive or a class with WORKFLOW_SERIALIZE, but no durable name ` +
      `for its ids. Fix: add it to DURABLE_NAMES in compiler/durable-names.ts, and its ids to the list in durable-names.test.ts.`,
  );
}

/** `agent/model/call-model` for that file in any copy of this package; `null` for any other file. */
function pathInOwnPackage(absolute: string): string | null {
  const inPackages = absolute.lastIndexOf(PACKAGES_FOLDER);
  const folder = inPackages < 0 ? OWN_FOLDER : absolute.slice(0, inPackages) + PACKAGES_FOLDER + OWN_PACKAGE;
  return absolute.startsWith(folder) ? moduleInPackage(absolute.slice(folder.length)) : null;
}

function withoutExtension(path: string): string {
  return toSlashes(path).replace(EXTENSION, '');
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
