/** Requests to npm: the packages of an application on a framework, and the lock file that decides the versions. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Packages of the application itself. A template may name other versions. */
const APP_PACKAGES = { '@ai-sdk/openai-compatible': '2.0.87', ai: '6.0.326', zod: '4.6.7' };
/** Folders with a `package.json` and its lock file. */
const TEMPLATES = ['test/frameworks/*/template*', 'test/platform/templates/*'];
/** These fields decide which packages npm installs with ours. */
const INSTALLED_BY = ['dependencies', 'peerDependencies', 'peerDependenciesMeta'];
const EXACT_RELEASE = /^\d+\.\d+\.\d+$/;

/** An empty package that npm installs in the place of the packed one. */
export const STAND_IN = 'workflow.tgz';
/** How to make the lock files anew. */
export const LOCK_COMMAND = 'npm run setup -- --locks';

/** A `package.json`, as far as it is read here. */
export interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** An entry of a lock file, as far as it is read here. */
interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  [field: string]: unknown;
}

/** A lock file of npm; packages by the folders that they are installed in. */
export interface InstallationLock {
  packages: Record<string, LockedPackage>;
}

/** The wishes of one project. */
export interface InstallationRequest {
  /** The folder of the lock file, as a path from the root. */
  folder: string;
  lockFile: string;
  project: PackageJson;
  /** The content of the empty package. Its version stays, so that a release of ours changes no lock file. */
  standIn: PackageJson;
}

/** The request of a project. @param templates Folders: the last one with a `package.json` decides. */
export function readRequest(templates: string[]): InstallationRequest {
  const folder = templates.findLast((template) => existsSync(join(template, 'package.json')));
  if (folder === undefined) throw new Error(`No package.json in ${templates.join(', ')}.`);
  const template = readPackageJson(folder);
  const dependencies = { ...APP_PACKAGES, ...template.dependencies, workflow: `file:${STAND_IN}` };
  const own = readPackageJson(ROOT);
  return {
    folder: relative(ROOT, folder),
    lockFile: join(folder, 'package-lock.json'),
    project: { name: 'app', ...template, dependencies },
    standIn: {
      name: 'workflow',
      version: '0.0.0',
      ...Object.fromEntries(INSTALLED_BY.map((field) => [field, own[field]])),
    },
  };
}

/** The requests of all templates that name packages. */
export function listRequests(): InstallationRequest[] {
  const files = globSync(
    TEMPLATES.map((folder) => `${folder}/package.json`),
    { cwd: ROOT },
  );
  return files.sort().map((file) => readRequest([dirname(join(ROOT, file))]));
}

/** The same project with the newest release that each package's range would have as `npm install` writes it. */
export function withNewestPackages(project: PackageJson): PackageJson {
  const { dependencies = {}, devDependencies = {} } = project;
  return { ...project, dependencies: widen(dependencies), devDependencies: widen(devDependencies) };
}

/** `1.2.3` → `^1.2.3`. Whoever names a prerelease wants that one. */
function widen(versions: Record<string, string>): Record<string, string> {
  const widened = Object.entries(versions).map(([name, version]) => {
    return [name, EXACT_RELEASE.test(version) ? `^${version}` : version] as const;
  });
  return Object.fromEntries(widened);
}

function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
}
