/** The projects of an editor, each opened when its first file is. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { SOURCE_FILE } from '../../compiler/build/source-files.ts';
import { findProjectRoot } from '../../integrations/shared/project-root.ts';
import { analyzeFile } from '../analysis/check/analyze-file.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import { type OpenProject, openProject, type ProjectOptions } from '../analysis/hosts/open-project.ts';
import type { FileText, FileChanges } from '../analysis/project/host.ts';
import { Places } from './places.ts';

const TSCONFIG = 'tsconfig.json';

/** A file that an editor shows, in its project, while one request is answered. */
export interface OpenFile {
  opened: OpenProject;
  path: string;
  places: Places;
}

export class Workspace {
  readonly #documents: { get(uri: string): TextDocument | undefined };
  readonly #projects = new Map<string, Promise<OpenProject>>();
  /** Also answers where the plugin of TypeScript does: that both are seen is up to the editor. */
  answersAlways = false;

  /** @param documents What the editor has open. */
  constructor(documents: { get(uri: string): TextDocument | undefined }) {
    this.#documents = documents;
  }

  /** `null` for what is no source file on disk, and where the editor has the same answers from the plugin of TypeScript 5 or 6. */
  async open(uri: string): Promise<OpenFile | null> {
    const path = toPath(uri);
    if (path === null) return null;
    const opened = await this.#project(placeOf(path));
    if (opened.hasPlugin && !this.answersAlways) return null;
    return opened.project.text(path) && { opened, path, places: new Places(opened.project) };
  }

  /** Files came, went, or changed, on disk or in the editor. */
  async update(changes: FileChanges): Promise<void> {
    for (const project of this.#projects.values()) await (await project).update(changes);
  }

  async close(): Promise<void> {
    for (const project of this.#projects.values()) (await project).close();
    this.#projects.clear();
  }

  #project(place: ProjectPlace): Promise<OpenProject> {
    const key = `${place.rootDir}\0${place.tsconfig}`;
    let project = this.#projects.get(key);
    if (!project) {
      project = openProject({ ...place, openText: (path) => this.#openText(path) });
      this.#projects.set(key, project);
    }
    return project;
  }

  #openText(path: string): FileText | null {
    const document = this.#documents.get(pathToFileURL(path).href);
    return document ? { code: document.getText(), version: `open ${document.version}` } : null;
  }
}

/** What the rules find in an open file. */
export function findingsIn({ opened, path }: OpenFile): Finding[] {
  return analyzeFile(opened.project, path, opened.settings);
}

/** Real path of a source file; `null` for anything else. */
export function toPath(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  const path = fileURLToPath(uri);
  if (!SOURCE_FILE.test(path)) return null;
  return existsSync(path) ? realpathSync(path) : path;
}

type ProjectPlace = Pick<ProjectOptions, 'rootDir' | 'tsconfig'>;

/** Ids count from the nearest `package.json`, as in the build; the nearest `tsconfig.json` says what belongs together. */
function placeOf(path: string): ProjectPlace {
  const rootDir = findProjectRoot(nearestFolder(path));
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, TSCONFIG))) return { rootDir, tsconfig: join(folder, TSCONFIG) };
    if (folder === dirname(folder)) return { rootDir, tsconfig: TSCONFIG };
  }
}

/** A new file may stand in a folder that is not there yet. */
function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
