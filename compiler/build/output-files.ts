/** The files of a build: their names, their contents, and writing them so that no reader sees half of one. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Manifest, WorkflowBundle } from '../../runtime/contract/build.ts';
import { isMissingFile } from './source-files.ts';

/** Name and content of a file in the output folder. */
export interface OutputFile {
  name: string;
  content: string;
}

/** Folder of a build, relative to the root of its project. */
export const DEFAULT_OUT_DIR = '.workflow';

/** Exports `loadSteps`: the step bundle, or a list of the sources with steps. */
export const STEPS_FILE = 'steps.mjs';
/** The step bundle beside such a list. */
export const STEP_BUNDLE_FILE = 'steps.bundle.mjs';
/** The steps of files that the application does not have as they are, in the form of the step bundle. */
export const STEPS_APART_FILE = 'steps.apart.mjs';
/** The source map (version 3) of a file. */
export const mapOf = (file: string): string => `${file}.map`;

/** Exports `bundle`. */
export const WORKFLOWS_FILE = 'workflows.mjs';
const BUNDLE_BEGIN = 'export const bundle = ';
const BUNDLE_END = ';\n';

/** Exports `handleWebhook`, from request to response. */
export const WEBHOOK_FILE = 'webhook.mjs';
const WEBHOOK_CODE = `import { createHandler } from 'workflow/runtime';

export const handleWebhook = createHandler();
`;

/** JSON: see `Manifest` in `runtime/contract/build.ts`. */
export const MANIFEST_FILE = 'manifest.json';

interface BundleFile {
  code: string;
  /** JSON text. */
  map: string;
}

/** The files of the steps; the step bundle or the list is there. */
export interface StepCodeFiles {
  /** The step bundle. */
  steps: BundleFile | null;
  /** The steps that the list leaves out; `null`: none. */
  apart: BundleFile | null;
  /** Stands in `steps.mjs`; `null`: the step bundle does. */
  stepList: string | null;
}

/** In the order of writing. The manifest comes last, so that a watcher of it finds all others in place. */
export function outputFiles({
  steps,
  apart,
  stepList,
  ...build
}: StepCodeFiles & { bundle: WorkflowBundle; manifest: Manifest }): OutputFile[] {
  const bundleFile = stepList === null ? STEPS_FILE : STEP_BUNDLE_FILE;
  return [
    ...bundleFiles(bundleFile, steps),
    ...bundleFiles(STEPS_APART_FILE, apart),
    ...(stepList === null ? [] : [{ name: STEPS_FILE, content: stepList }]),
    { name: WORKFLOWS_FILE, content: BUNDLE_BEGIN + JSON.stringify(build.bundle) + BUNDLE_END },
    { name: WEBHOOK_FILE, content: WEBHOOK_CODE },
    { name: MANIFEST_FILE, content: `${JSON.stringify(build.manifest, null, 2)}\n` },
  ];
}

const bundleFiles = (name: string, bundle: BundleFile | null): OutputFile[] =>
  bundle
    ? [
        { name: mapOf(name), content: bundle.map },
        { name, content: bundle.code },
      ]
    : [];

/** The relative path of a file, for `require` in modules of a folder: so the folder can be moved with the file. */
export function specifierFrom(dir: string, file: string): string {
  const path = relative(dir, file).split(sep).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}

/** The same for `import`, which reads it as an address. */
export const importFrom = (dir: string, file: string): string =>
  specifierFrom(dir, file).replaceAll(/[%?#]/g, encodeURIComponent);

/** Reads the bundle from the text of its file, for callers that do not import it. */
export function readBundleFile(text: string): WorkflowBundle {
  return JSON.parse(text.slice(BUNDLE_BEGIN.length, -BUNDLE_END.length)) as WorkflowBundle;
}

/**
 * Writes what differs from what is there, in the given order; a watcher of the last file so sees all others in place.
 * @returns Absolute paths of the files that were written.
 */
export async function writeFiles(dir: string, files: readonly OutputFile[]): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const written: string[] = [];
  for (const { name, content } of files) {
    const path = join(dir, name);
    if ((await readExisting(path)) === content) continue;
    await replaceFile(path, content);
    written.push(path);
  }
  return written;
}

async function readExisting(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

/** Two processes may build at the same time: each has a temporary file of its own, and the later one wins. */
async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
