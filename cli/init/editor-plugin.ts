/** The plugin of the editor, in each `tsconfig.json` that looks at sources. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { children, text, type Node } from '../../compiler/ast.ts';
import { ConfigFile, valueAt } from './config-file.ts';
import { joinSetUps, type SetUp } from './set-up.ts';
import type { ProjectFacts } from '../program/project-facts.ts';

const TSCONFIG = 'tsconfig.json';
const ENTRY = '{ "name": "workflow" }';
const HAS_ENTRY = /"name"\s*:\s*"workflow"/;
/** Of a project whose files Node runs as they are. */
const NEW_CONFIG = `{
  "compilerOptions": {
    "target": "esnext",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "plugins": [${ENTRY}]
  }
}
`;
/** Nuxt generates the settings, and its module adds the plugin to them. */
const GENERATED = ['nuxt'];

/**
 * Adds the plugin. JavaScript projects, and frameworks that do it themselves, need nothing.
 * @param folder Where workflows are, relative to the root.
 */
export function setUpEditor({ rootDir, framework, isTyped }: ProjectFacts, folder: string): Partial<SetUp> {
  if (!isTyped || (framework !== null && GENERATED.includes(framework))) return {};
  if (!existsSync(join(rootDir, TSCONFIG))) return { edits: [{ path: TSCONFIG, before: null, after: NEW_CONFIG }] };
  const paths = listConfigs(rootDir, TSCONFIG);
  // Of several, one has the files of the server.
  const ofServer = paths.find((path) => /node|server/.test(path)) ?? paths[0];
  return joinSetUps(paths.map((path) => setUpConfig(rootDir, path, path === ofServer ? folder : null)));
}

/** A configuration without files of its own only names others. */
function listConfigs(rootDir: string, path: string): string[] {
  const config = parse(rootDir, path)?.exportedObject();
  const files = config && valueAt(config, 'files');
  const references = config && valueAt(config, 'references');
  if (!files || !references || children(files, 'elements').length > 0) return [path];
  const named = children(references, 'elements').map((each) => valueAt(each, 'path'));
  return named
    .flatMap((node) => (node ? [posix.join(posix.dirname(path), text(node))] : []))
    .map((name) => (name.endsWith('.json') ? name : posix.join(name, TSCONFIG)))
    .filter((name) => existsSync(join(rootDir, name)));
}

function setUpConfig(rootDir: string, path: string, folder: string | null): Partial<SetUp> {
  const before = readFileSync(join(rootDir, path), 'utf8');
  if (HAS_ENTRY.test(before)) return { present: [`${path} has the plugin of the editor.`] };
  const file = parse(rootDir, path);
  const config = file?.exportedObject();
  if (!file || !config || !addEntry(file, config))
    return { byHand: [`Add this to "compilerOptions" in ${path}:\n\n"plugins": [${ENTRY}]`] };
  if (folder !== null) includeFolder(file, config, folder);
  return { edits: [{ path, before, after: file.text }] };
}

/** A list of folders that leaves the workflows out would hide them from the editor. */
function includeFolder(file: ConfigFile, config: Node, folder: string): void {
  const included = valueAt(config, 'include');
  if (included?.type !== 'ArrayExpression') return;
  const names = children(included, 'elements').map((each) => text(each).replace(/^\.\//, ''));
  const isCovered = names.some((name) => name === '.' || name.startsWith('*') || `${folder}/`.startsWith(`${name}/`));
  const hasPattern = names.some((name) => name.startsWith(`${folder}/`));
  if (!isCovered && !hasPattern) file.addToList(config, '"include"', `"${folder}"`, 'last');
}

function addEntry(file: ConfigFile, config: Node): boolean {
  const options = file.objectAt(config, 'compilerOptions');
  if (options) return file.addToList(options, '"plugins"', ENTRY, 'last');
  if (file.has(config, 'compilerOptions')) return false;
  file.addProperty(config, '"compilerOptions"', `{ "plugins": [${ENTRY}] }`);
  return true;
}

/** `null`: it is no JSON. */
function parse(rootDir: string, path: string): ConfigFile | null {
  try {
    return ConfigFile.ofJson(readFileSync(join(rootDir, path), 'utf8'));
  } catch (error) {
    if (error instanceof CompileFailure) return null;
    throw error;
  }
}
