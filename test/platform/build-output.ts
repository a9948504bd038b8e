/** Reads a build in the hosting platform's format (build output, version 3). */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

export interface Route {
  handle?: string;
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  methods?: string[];
  continue?: boolean;
  has?: { type: string; key: string }[];
  [key: string]: unknown;
}

export interface OutputConfig {
  version: unknown;
  routes?: Route[];
  crons?: { path: string; schedule: string }[];
  [key: string]: unknown;
}

export interface FunctionConfig {
  runtime?: unknown;
  handler?: unknown;
  launcherType?: unknown;
  /** Files of the project that the platform adds to the function, by their paths in it. */
  filePathMap?: Record<string, string>;
  [key: string]: unknown;
}

export interface OutputFunction {
  /** Its path, such as `/api/users`. */
  path: string;
  dir: string;
  /** Directory of the code: two paths with the same directory are one function. */
  realDir: string;
  config: FunctionConfig;
}

export interface BuildOutput {
  dir: string;
  config: OutputConfig;
  functions: Map<string, OutputFunction>;
  /** Paths of static files, such as `/logo.png`, and where they lie. */
  files: Map<string, string>;
}

export function readBuildOutput(dir: string): BuildOutput {
  const functionDirs = listPaths(join(dir, 'functions')).filter((path) => /^(?:(?!\.func\/).)*\.func$/.test(path));
  const files = listPaths(join(dir, 'static')).filter((path) => statSync(join(dir, 'static', path)).isFile());
  return {
    dir,
    config: readJson(join(dir, 'config.json')) as OutputConfig,
    functions: new Map(functionDirs.map((path) => [toPath(path), readFunction(dir, path)])),
    files: new Map(files.map((path) => [`/${path}`, join(dir, 'static', path)])),
  };
}

/** Adds to each function the files of the project that it names, as the platform does when it takes a build. */
export function addProjectFiles(outputDir: string, projectDir: string): void {
  for (const { realDir, config } of readBuildOutput(outputDir).functions.values()) {
    for (const [path, file] of Object.entries(config.filePathMap ?? {})) {
      // A slash at the end would follow a link, and links lead to files that are not yet there.
      const [from, to] = [join(projectDir, file), join(realDir, path)].map((one) => one.replace(/\/$/, ''));
      if (!lstatSync(to!, { throwIfNoEntry: false })) copy(from!, to!);
    }
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}

function readFunction(outputDir: string, relativeDir: string): OutputFunction {
  const dir = join(outputDir, 'functions', relativeDir);
  const realDir = realpathSync(dir);
  return {
    path: toPath(relativeDir),
    dir,
    realDir,
    config: readJson(join(realDir, '.vc-config.json')) as FunctionConfig,
  };
}

const toPath = (functionDir: string): string => `/${functionDir.replace(/\.func$/, '')}`;

/** Lists links without following them. */
function listPaths(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll(sep, '/'));
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
