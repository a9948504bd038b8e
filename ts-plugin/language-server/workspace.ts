/** The projects of an editor. A project is opened with its first file. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { SOURCE_FILE } from '../../compiler/build/source-files.ts';
import { findProjectRoot } from '../../integrations/shared/project-root.ts';
import { COMPONENT_FILE } from '../../compiler/component-scripts.ts';
import { findConfig } from '../analysis/hosts/tsconfig.ts';
import { analyzeFile } from '../analysis/check/analyze-file.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import { type OpenProject, openProject, type ProjectOptions } from '../analysis/hosts/open-project.ts';
import { importsOf, textsWithNewImports } from '../analysis/project/build-sources.ts';
import type { FileText, FileChanges } from '../analysis/project/host.ts';
import type { Project } from '../analysis/project/project.ts';
import { type ProjectInspection, createInspection } from './background-build.ts';
import { ProtocolPositions } from './protocol-positions.ts';

const TSCONFIG = 'tsconfig.json';

/** The texts of an editor. */
interface OpenDocuments {
  get(uri: string): TextDocument | undefined;
  all(): TextDocument[];
}

/** A file that an editor shows, in its project, while one request is answered. */
export interface OpenFile {
  opened: OpenProject;
  path: string;
  positions: ProtocolPositions;
}

/** Opens projects, and keeps them until the editor ends. */
export class Workspace {
  readonly #documents: OpenDocuments;
  readonly #projects = new Map<string, Promise<OpenProject>>();
  readonly #builds = new Map<OpenProject, ProjectInspection>();
  /** The imports of texts that are not saved, at the last build for them. */
  #imports = '[]';
  /** Called when a build has ended, because files may have other findings now. */
  onBuilt: () => void = () => undefined;
  /** Called when a build failed by a mistake of ours. */
  onFailure: (error: unknown) => void = () => undefined;
  /** Answers even in projects with the TypeScript plugin, which gives the same answers. */
  answersAlways = false;

  /** @param documents The documents that the editor has open. */
  constructor(documents: OpenDocuments) {
    this.#documents = documents;
  }

  /** Opens a file; `null` when it is no source on disk, or the TypeScript plugin answers for its project. */
  async open(uri: string): Promise<OpenFile | null> {
    const path = toPath(uri);
    if (path === null) return null;
    const opened = await this.#project(locate(path));
    if (opened.hasPlugin && !this.answersAlways) return null;
    if (!this.#builds.has(opened)) this.#build(opened);
    return opened.project.text(path) && { opened, path, positions: new ProtocolPositions(opened.project) };
  }

  /** Call it after files were created, deleted or changed, on disk or in the editor. */
  async update(changes: FileChanges): Promise<void> {
    for (const project of this.#projects.values()) await (await project).update(changes);
    const imports = JSON.stringify([...this.#builds.keys()].map(({ project }) => this.#newImports(project)));
    if (imports === this.#imports) return;
    this.#imports = imports;
    this.rebuild();
  }

  #newImports(project: Project): string[] {
    return Object.entries(textsWithNewImports(project, this.#openPaths())).map(
      ([path, code]) => path + importsOf(code),
    );
  }

  #openPaths(): string[] {
    return this.#documents.all().flatMap(({ uri }) => toPath(uri) ?? []);
  }

  /** Call it after files on disk have changed: what builds say follows them. */
  rebuild(): void {
    for (const build of this.#builds.values()) void build();
  }

  #build(opened: OpenProject): void {
    const onEnd = (): void => this.onBuilt();
    const onFailure = (error: unknown): void => this.onFailure(error);
    const open = (): string[] => this.#openPaths();
    const build = createInspection(opened.project, { open, onEnd, onFailure });
    this.#builds.set(opened, build);
    void build();
  }

  async close(): Promise<void> {
    for (const project of this.#projects.values()) (await project).close();
    this.#projects.clear();
  }

  #project(place: ProjectLocation): Promise<OpenProject> {
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

/** The findings of an open file. */
export function findingsIn({ opened, path }: OpenFile): Finding[] {
  return analyzeFile(opened.project, path, opened.settings);
}

/** Real path of a source file; `null` for anything else. */
export function toPath(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  const path = fileURLToPath(uri);
  if (!SOURCE_FILE.test(path) && !COMPONENT_FILE.test(path)) return null;
  return existsSync(path) ? realpathSync(path) : path;
}

type ProjectLocation = Pick<ProjectOptions, 'rootDir' | 'tsconfig'>;

/**
 * The project of a file: its root has the nearest `package.json`, and the nearest `tsconfig.json` or `jsconfig.json`
 * lists its files.
 */
function locate(path: string): ProjectLocation {
  const rootDir = findProjectRoot(nearestFolder(path));
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const tsconfig = findConfig(join(folder, TSCONFIG));
    if (tsconfig !== null) return { rootDir, tsconfig };
    if (folder === dirname(folder)) return { rootDir, tsconfig: TSCONFIG };
  }
}

/** The nearest existing folder: a new file may be in a folder that does not exist yet. */
function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
