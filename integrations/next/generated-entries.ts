/**
 * The files that Next needs in the user's tree. The route for all well-known requests is always there. The others exist
 * for steps of layers that the route is not in; requests do not find them.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { chooseExtension } from './file-extension.ts';
import { LAYERS, type LayerName } from './layers.ts';
import type { NextProject } from './options.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Contains only generated files. */
const GENERATED_DIR = '.well-known/workflow';

interface Entry {
  /** The folder of its router. */
  within: 'appDir' | 'pagesDir';
  /** Folder in that one. */
  dir: string;
  /** Name in that folder, without its ending. */
  name: string;
  code: string;
}

/** Bundlers evaluate each for what it exports itself, not if it only passed on exports of another module. */
const ENTRIES: Readonly<Record<LayerName, Entry>> = {
  routes: {
    within: 'appDir',
    dir: GENERATED_DIR,
    name: 'v1/[...path]/route',
    code: `import { handleRequest } from 'workflow/internal/next';

const answer = (request) => handleRequest(request);
export { ${METHODS.map((method) => `answer as ${method}`).join(', ')} };
`,
  },
  components: {
    within: 'appDir',
    dir: `${GENERATED_DIR}/components`,
    name: 'page',
    code: `import { notFound } from 'next/navigation';

export default function Steps() {
  notFound();
}
`,
  },
  api: {
    within: 'pagesDir',
    dir: `api/${GENERATED_DIR}`,
    name: 'steps',
    code: 'export default (request, response) => response.status(404).end();\n',
  },
  pages: {
    within: 'pagesDir',
    dir: GENERATED_DIR,
    name: 'pages',
    code: `export const getServerSideProps = () => ({ notFound: true });

export default function Steps() {
  return null;
}
`,
  },
};

/** For the page of a project whose routes have layouts of their own: Next wants one above each page. */
const LAYOUT_CODE = 'export default ({ children }) => children;\n';

/** The name that Next gives the entry of a layer in its lists of built modules. */
export const pageOf = (layer: LayerName): string => `/${ENTRIES[layer].dir}/${ENTRIES[layer].name}`;

/** Each entry contains it, and then the name of its layer. */
export const ENTRY_TEXT = 'Made by "workflow/next" for the layer ';

/** The layer that a file is the entry of; `null`: it is another file. */
export function layerOfEntry(code: string): LayerName | null {
  return LAYERS.find((layer) => code.includes(`${ENTRY_TEXT}${layer}.\n`)) ?? null;
}

/**
 * Writes the entries of some layers, without others of the same name that have endings which are not configured any
 * more. They are the same for development and production, because both may run at once.
 * @throws `integration_next_extension`.
 */
export function writeEntries(project: NextProject, layers: Iterable<LayerName>): void {
  const extension = chooseExtension(project);
  for (const layer of layers) {
    const { name, code } = ENTRIES[layer];
    const folder = folderOf(project, layer);
    const head = `/* eslint-disable */\n// @ts-nocheck\n// ${ENTRY_TEXT}${layer}.\n`;
    const layout = layer === 'components' && !hasLayout(project) ? { [`layout.${extension}`]: LAYOUT_CODE } : {};
    writeGeneratedFiles(folder, { [`${name}.${extension}`]: head + code, ...layout });
    keepOnly(dirname(join(folder, name)), [`${basename(name)}.${extension}`, ...Object.keys(layout)]);
  }
}

/** Removes the entries of all other layers. */
export function removeOtherEntries(project: NextProject, layers: ReadonlySet<LayerName>): void {
  const others = LAYERS.filter((layer) => !layers.has(layer));
  for (const layer of others) rmSync(folderOf(project, layer), { recursive: true, force: true });
}

const folderOf = (project: NextProject, layer: LayerName): string =>
  join(project[ENTRIES[layer].within], ENTRIES[layer].dir);

const hasLayout = ({ appDir, pageExtensions }: NextProject): boolean =>
  pageExtensions.some((extension) => existsSync(join(appDir, `layout.${extension}`)));

function keepOnly(dir: string, files: readonly string[]): void {
  const others = readdirSync(dir).filter((name) => ![...files, '.gitignore'].includes(name) && !name.endsWith('.tmp'));
  for (const name of others) rmSync(join(dir, name));
}
