/** The `<module>` part of ids: the same on every machine and operating system. */
import nodePath from 'node:path';

const EXTENSION = /\.[cm]?[jt]sx?$/;
const PACKAGES_FOLDER = '/node_modules/';

/** Absolute paths. */
interface ModulePlace {
  path: string;
  rootDir: string;
  /** How paths are written here. Default: as on this system. */
  flavour?: Pick<typeof nodePath, 'isAbsolute' | 'relative'>;
}

/**
 * `./workflows/order` for `<root>/workflows/order.ts`; `package/subpath` for a file of a dependency, without its version,
 * so that an upgrade orphans no runs.
 */
export function toModuleId({ path, rootDir, flavour = nodePath }: ModulePlace): string {
  const absolute = toSlashes(path).replace(EXTENSION, '');
  const inPackages = absolute.lastIndexOf(PACKAGES_FOLDER);
  if (inPackages >= 0) return absolute.slice(inPackages + PACKAGES_FOLDER.length);
  const fromRoot = flavour.relative(rootDir, path);
  // On Windows a file of another drive has no relative path.
  if (flavour.isAbsolute(fromRoot)) return absolute.replace(/^[A-Za-z]:/, '');
  const name = toSlashes(fromRoot).replace(EXTENSION, '');
  return name.startsWith('../') ? name : `./${name}`;
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
