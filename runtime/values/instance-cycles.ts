/** Thrown while encoding: an instance of the class `classId` contains itself. */
export class CyclicInstance extends Error {
  readonly classId: string;

  constructor(classId: string) {
    super('A class instance contains itself.');
    this.classId = classId;
  }
}

/**
 * In these lists all numbers are positions of parts. All other tagged lists have at most one part, in the first place.
 */
const CONTAINERS = new Set(['Set', 'Map', 'null']);
/** Marks a sparse array: length, then pairs of index and position. */
const SPARSE = -7;

type Cell = null | string | number | boolean | (string | number)[] | Record<string, number>;

/**
 * Looks in a payload for a class instance that contains itself, which its class could not rebuild.
 * @returns The class id, or `null`.
 */
export function findCyclicInstance(payload: string): string | null {
  const cells = JSON.parse(payload) as Cell[];
  if (!Array.isArray(cells)) return null;
  const state = new Uint8Array(cells.length);
  /** Positions whose parts are being followed, outermost first. */
  const open: number[] = [];

  function follow(position: number): string | null {
    if (position < 0) return null;
    if (state[position] === OPEN) return firstInstanceFrom(position);
    if (state[position] === DONE) return null;
    state[position] = OPEN;
    open.push(position);
    for (const part of partsOf(cells[position]!)) {
      const found = follow(part);
      if (found !== null) return found;
    }
    open.pop();
    state[position] = DONE;
    return null;
  }

  /** The cycle consists of everything that was opened since `position`. */
  function firstInstanceFrom(position: number): string | null {
    for (const at of open.slice(open.indexOf(position))) {
      const cell = cells[at]!;
      if (Array.isArray(cell) && cell[0] === 'Instance') {
        const parts = cells[cell[1] as number] as Record<string, number>;
        return cells[parts['class']!] as string;
      }
    }
    return null;
  }

  return follow(0);
}

const OPEN = 1;
const DONE = 2;

function partsOf(cell: Cell): number[] {
  if (typeof cell !== 'object' || cell === null) return [];
  if (!Array.isArray(cell)) return Object.values(cell);
  const [head, ...rest] = cell;
  if (head === SPARSE) return rest.filter((_, index) => index % 2 === 0 && index > 0) as number[];
  if (typeof head !== 'string') return cell as number[];
  const positions = CONTAINERS.has(head) ? rest : rest.slice(0, 1);
  return positions.filter((part) => typeof part === 'number');
}
