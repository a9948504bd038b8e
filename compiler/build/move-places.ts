/**
 * Updates the source map of a bundle when code only moved within its sources, so that the bundle need not be made
 * again.
 */
import { decode, encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';

/** A module whose view has the text that it had, from other places of its source. */
export interface MovedView {
  /** Absolute path. */
  path: string;
  /** Mappings of the view's source map, when the bundle was made and now. */
  before: string;
  after: string;
}

interface BundleMap {
  sources: string[];
  mappings: string;
}

type Position = readonly [line: number, column: number];

/**
 * New places by old ones, as `line:column`; `null` where one place became two, as where code was put before the first
 * statement.
 */
type Moves = ReadonlyMap<string, Position | null>;

/**
 * @param map Source map of a bundle (version 3, JSON text).
 * @param sourceOf Gives the name that the map has for the module at a path.
 * @returns The map with the places of now; `null` when that cannot be told without making the bundle again.
 */
export function movePlaces(
  map: string,
  moved: readonly MovedView[],
  sourceOf: (path: string) => string,
): string | null {
  const bundle = JSON.parse(map) as BundleMap;
  const moves = new Map<number, Moves>();
  for (const view of moved) {
    const found = readMoves(view);
    if (!found) return null;
    moves.set(bundle.sources.indexOf(sourceOf(view.path)), found);
  }
  const mappings = decode(bundle.mappings);
  if (!moveAll(mappings, moves)) return null;
  return JSON.stringify({ ...bundle, mappings: encode(mappings) });
}

/** Equal texts have their segments at equal places, so the segments of both maps are pairs. */
function readMoves({ before, after }: MovedView): Moves | null {
  const [old, now] = [decode(before).flat(), decode(after).flat()];
  if (old.length !== now.length) return null;
  const moves = new Map<string, Position | null>();
  for (const [index, segment] of old.entries()) {
    const other = now[index]!;
    if (segment.length === 1 || other.length === 1) {
      if (segment.length !== other.length) return null;
      continue;
    }
    const key = `${segment[2]}:${segment[3]}`;
    const known = moves.get(key);
    const isOther = known !== undefined && (known?.[0] !== other[2] || known[1] !== other[3]);
    moves.set(key, isOther ? null : [other[2], other[3]]);
  }
  return moves;
}

/** False when the new place of a segment is unknown. */
function moveAll(mappings: SourceMapMappings, moves: ReadonlyMap<number, Moves>): boolean {
  for (const segment of mappings.flat()) {
    const ofSource = segment.length === 1 ? undefined : moves.get(segment[1]);
    if (!ofSource || segment.length === 1) continue;
    const place = ofSource.get(`${segment[2]}:${segment[3]}`);
    if (!place) return false;
    [segment[2], segment[3]] = place;
  }
  return true;
}
