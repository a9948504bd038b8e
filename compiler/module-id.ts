/** The `<module>` part of ids: the same on every machine and operating system. */
import { realpathSync } from 'node:fs';
import nodePath from 'node:path';
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
}

/**
 * `./workflows/order` for `<root>/workflows/order.ts`; `package/subpath` for a file of a dependency, without its version,
 * so that an upgrade orphans no runs. A file of this package has the same one wherever the package lies: `workflow/agent/loop`.
 */
export function toModuleId({ path, rootDir, flavour = nodePath }: ModulePlace): string {
  const absolute = toSlashes(path).replace(EXTENSION, '');
  const inPackages = absolute.lastIndexOf(PACKAGES_FOLDER);
  const own = ownSubpath(absolute, inPackages);
  if (own !== null) return `${OWN_PACKAGE}/${own}`;
  if (inPackages >= 0) return absolute.slice(inPackages + PACKAGES_FOLDER.length);
  const fromRoot = flavour.relative(rootDir, path);
  // On Windows a file of another drive has no relative path.
  if (flavour.isAbsolute(fromRoot)) return absolute.replace(/^[A-Za-z]:/, '');
  const name = toSlashes(fromRoot).replace(EXTENSION, '');
  return name.startsWith('../') ? name : `./${name}`;
}

/** The path of a file in the code of this package; `null` for any other file. */
function ownSubpath(absolute: string, inPackages: number): string | null {
  const folder = inPackages < 0 ? OWN_FOLDER : absolute.slice(0, inPackages) + PACKAGES_FOLDER + OWN_PACKAGE;
  return absolute.startsWith(folder) ? moduleInPackage(absolute.slice(folder.length)) : null;
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
