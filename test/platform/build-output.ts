/** Reads a build in the hosting platform's format (build output, version 3). */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface Route {
  handle?: string;
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  methods?: string[];
  continue?: boolean;
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
