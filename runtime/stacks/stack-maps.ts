/**
 * Finds the source maps of code that this process runs. Of files without Node's own support: that is a switch for the
 * whole process.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { findSourceMap } from 'node:module';
import { dirname, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mapsOfEvaluatedCode, type SourceMapChain } from '../contract/evaluated-code.ts';
import { createPlaceLookup, type PlaceLookup } from './source-positions.ts';
import { findMapAddress, readCarriedMaps, readInlineMap } from './inline-maps.ts';

/**
 * Compiled code of the application, which Nitro writes to `node_modules/.nitro` in development. Packages keep the
 * places of what is installed.
 */
const OWN_CODE = /^(?!.*[\\/]node_modules[\\/][^.]).*\.[cm]?js$/;
/** An address of a text that was evaluated, and lies in no file as it is. */
const OF_TEXT = /^(?!node:|file:[^?]*$)[a-z][\w+.-]+:/;
const BYTES_MAX = 64 * 1024 * 1024;
const FILES_MAX = 100;

interface MapFile {
  path: string;
  text: string;
}

interface KnownFile {
  modifiedMs: number;
  lookup: PlaceLookup | null;
}

const knownFiles = new Map<string, KnownFile>();
const evaluated = new WeakMap<SourceMapChain, PlaceLookup>();

/**
 * Leads from places in a file to the user's source, with absolute paths; `null` when the file has no map that can be
 * read.
 * @param file As a stack names it: a path or a `file:` address, maybe with a query.
 */
export function findPlaceLookup(file: string): PlaceLookup | null {
  const maps = mapsOfEvaluatedCode(file);
  if (maps) return lookupOfEvaluated(file, maps);
  const known = OF_TEXT.test(file) ? lookupOfNode(file) : null;
  if (known) return known;
  const path = toPath(file);
  return path !== null && OWN_CODE.test(path) ? tryTo(() => lookupOfFile(path)) : null;
}

/** Node has maps of evaluated texts where its support is on, as in Next's development server. */
function lookupOfNode(file: string): PlaceLookup | null {
  const map = findSourceMap(file);
  if (!map) return null;
  return ({ line, column }) => {
    const entry = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return null;
    const { originalSource, originalLine, originalColumn } = entry;
    return {
      source: sourcePath(toPath(file) ?? '', originalSource),
      line: originalLine + 1,
      column: originalColumn + 1,
    };
  };
}

function lookupOfEvaluated(file: string, maps: SourceMapChain): PlaceLookup {
  let lookup = evaluated.get(maps);
  if (!lookup) evaluated.set(maps, (lookup = lookupThrough(maps, toPath(file)!)));
  return lookup;
}

function lookupOfFile(path: string): PlaceLookup | null {
  const { mtimeMs: modifiedMs, size } = statFile(path);
  const known = knownFiles.get(path);
  if (known?.modifiedMs === modifiedMs) return known.lookup;
  const map = size <= BYTES_MAX ? readMapOf(path) : null;
  const lookup = map && tryTo(() => lookupThroughFile(map));
  if (knownFiles.size >= FILES_MAX) knownFiles.clear();
  knownFiles.set(path, { modifiedMs, lookup });
  return lookup;
}

/** Of a file that was bundled out of bundles, also through the maps of these. */
function lookupThroughFile({ path, text }: MapFile): PlaceLookup {
  const lookup = lookupThrough([text], path);
  const carried = new Map<string, PlaceLookup>();
  for (const { source, map } of readCarriedMaps(text)) {
    const bundle = sourcePath(path, source);
    carried.set(bundle, lookupOnceNeeded(map, bundle));
  }
  return (place) => {
    const found = lookup(place);
    return found && (carried.get(found.source)?.(found) ?? found);
  };
}

/** Most bundles in a bundle are packages, which no stack leads to; some of their maps are broken. */
function lookupOnceNeeded(map: string, path: string): PlaceLookup {
  let lookup: PlaceLookup | null | undefined;
  return (place) => {
    if (lookup === undefined) lookup = tryTo(() => lookupThrough([map], path));
    return lookup && lookup(place);
  };
}

/** @param path Of the last map, from where its sources count. */
function lookupThrough(maps: SourceMapChain, path: string): PlaceLookup {
  const lookups = maps.map(createPlaceLookup);
  return (place) => {
    let found: ReturnType<PlaceLookup> = { ...place, source: path };
    for (const lookup of lookups) found = found && lookup(found);
    return found && { ...found, source: sourcePath(path, found.source) };
  };
}

/** Of an address with a scheme of its own: `webpack://name/./src/order.ts`, whose path counts from the project. */
const VIRTUAL_SOURCE = /^(?!file:)[a-z][\w+.-]*:\/\/[^/]*\/([^?]*)/;

/** Some bundlers write the sources of a map as addresses, others as paths. */
function sourcePath(mapPath: string, source: string): string {
  const name = tryTo(() => decodeURIComponent(source)) ?? source;
  const virtual = VIRTUAL_SOURCE.exec(name)?.[1];
  return virtual === undefined ? (toPath(name) ?? resolve(dirname(mapPath), name)) : normalize(virtual);
}

/** The map that the file's last line names, or else the one beside it: bundlers can be told to write no such line. */
function readMapOf(path: string): MapFile | null {
  const address = findMapAddress(readFileSync(path, 'utf8'));
  const inline = address && readInlineMap(address);
  if (inline) return { path, text: inline };
  // The line may be that of a module in the bundle, which names another file.
  const named = address && fileURLToPath(new URL(address, pathToFileURL(path)));
  const mapPath = [named, `${path}.map`].find((candidate) => candidate && existsSync(candidate));
  if (!mapPath || statFile(mapPath).size > BYTES_MAX) return null;
  return { path: mapPath, text: readFileSync(mapPath, 'utf8') };
}

/** A stack is only text: what it names may be a device that has no end. */
function statFile(path: string): { mtimeMs: number; size: number } {
  const found = statSync(path);
  return found.isFile() ? found : { mtimeMs: 0, size: Infinity };
}

function toPath(file: string): string | null {
  const name = file.replace(/\?.*$/s, '');
  if (name.startsWith('file:')) return tryTo(() => fileURLToPath(name));
  return /^(?:\/|[A-Za-z]:[\\/])/.test(name) ? name : null;
}

/** A map that cannot be read must not hide the error whose stack is looked at. */
function tryTo<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
