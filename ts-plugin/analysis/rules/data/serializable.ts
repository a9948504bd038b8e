/**
 * Whether values of a type can cross a boundary, by the rules of the codec. A type that leaves it open counts as fine.
 */
import { STANDARD_ERRORS } from '../../../../runtime/contract/standard-errors.ts';
import type { DeclarationPlace, PropertyView, TypeView } from '../../project/host.ts';
import { BASES, CARRIED, COLLECTIONS, HANDLES, LOSSY_BASES, OWN_ERRORS, REFUSED_NAMES, VAGUE } from './known-values.ts';

/** The reason why values cannot cross, or not unchanged. */
export interface Obstacle {
  /** `class`: refused, but the class could define how its instances cross. `lossy`: it arrives as something else. */
  kind: 'refused' | 'class' | 'lossy';
  /** The path from the value to the part: `.items[].onDone`; empty for the value itself. */
  path: string;
  /** `a function`. */
  found: string;
  /** The value that arrives instead of a lossy one. */
  arrives: string;
  /** The declaration of the nearest property on the path, if it is in sources. */
  member: DeclarationPlace | null;
  /** The declaration of the class of a `class`, if it is in sources. */
  declaration: DeclarationPlace | null;
}

/** Questions that only the sources answer. */
export interface Declarations {
  isStep(place: DeclarationPlace): boolean;
  /** Whether the class defines how its instances cross. */
  isSerializableClass(place: DeclarationPlace): boolean;
  /** Whether the file with the value creates instances of a class of this name. */
  constructs(className: string): boolean;
}

/** Deeper types are rare, and some types never end. */
const DEPTH_MAX = 10;
/** Each type costs up to a few messages to another process. */
const TYPES_MAX = 300;

/**
 * The obstacle for values of a type: a reason why the codec refuses all of them, or else a loss.
 * @param sound Ids of types without obstacles. The search skips them, and adds those that it finds.
 * @returns `null` when values cross unchanged, or nothing is certain.
 */
export function findObstacle(view: TypeView, declarations: Declarations, sound: Set<number>): Obstacle | null {
  const search = new Search(declarations, sound);
  const obstacle = search.look(view, { path: '', member: null, around: null, depth: 0 }) ?? search.lossy;
  if (!obstacle) for (const id of search.sound()) sound.add(id);
  return obstacle;
}

interface Position {
  path: string;
  /** The property that has this type. */
  member: PropertyView | null;
  around: Position | null;
  depth: number;
}

class Search {
  /** The first loss. */
  lossy: Obstacle | null = null;
  readonly #declarations: Declarations;
  #left = TYPES_MAX;
  /** Types that the search has met: their obstacles are known, and cycles end here. */
  readonly #seen: Set<number>;

  constructor(declarations: Declarations, seen: ReadonlySet<number>) {
    this.#declarations = declarations;
    this.#seen = new Set(seen);
  }

  /** Types without obstacles; none after an unfinished search. */
  sound(): Iterable<number> {
    return this.#left === 0 ? [] : this.#seen;
  }

  look(view: TypeView, at: Position): Obstacle | null {
    switch (view.kind) {
      case 'nothing':
      case 'primitive':
      case 'unknown':
      case 'never':
        return null;
      case 'symbol':
        return refused('a symbol', at);
      case 'function':
        return this.#lookAtFunction(view, at);
      case 'union':
        return this.#lookAtUnion(view, at);
      default:
        return this.#lookOnce(view, at);
    }
  }

  #lookOnce(view: TypeView, at: Position): Obstacle | null {
    if (this.#seen.has(view.id) || at.depth > DEPTH_MAX || this.#left === 0) return null;
    this.#left -= 1;
    this.#seen.add(view.id);
    const found = this.#lookInside(view, at);
    // The same type is an obstacle where it occurs again, and not as a part of a union.
    if (found) this.#seen.delete(view.id);
    return found;
  }

  #lookInside(view: TypeView, at: Position): Obstacle | null {
    switch (view.kind) {
      case 'array':
        return this.#lookAtParts(view.parts().slice(0, 1), ['[]'], at);
      case 'tuple': {
        const parts = view.parts();
        return this.#lookAtParts(
          parts,
          parts.map((_, index) => `[${index}]`),
          at,
        );
      }
      case 'intersection':
        return this.#lookAtIntersection(view, at);
      case 'class':
        return this.#lookAtInstance(view, at);
      default:
        return this.#lookAtObject(view, at);
    }
  }

  #lookAtParts(parts: readonly TypeView[], segments: readonly string[], at: Position): Obstacle | null {
    for (const [index, part] of parts.entries()) {
      const path = at.path + (segments[index] ?? '');
      const found = this.look(part, { path, member: null, around: at, depth: at.depth + 1 });
      if (found) return found;
    }
    return null;
  }

  /** A step is a function that can be passed, and a function type that returns a promise may be a step. */
  #lookAtFunction(view: TypeView, at: Position): Obstacle | null {
    const { declaration } = view;
    if (view.name !== '') return this.#lookAtConstructor(view, at);
    if (declaration) return this.#declarations.isStep(declaration) ? null : refused('a function', at);
    const result = view.result();
    const mayBeStep = result === null || result.kind === 'unknown' || result.name === 'Promise';
    return mayBeStep ? null : refused('a function', at);
  }

  /** A class as a value, or a callable object. */
  #lookAtConstructor({ declaration, origin, name }: TypeView, at: Position): Obstacle | null {
    if (declaration && this.#declarations.isSerializableClass(declaration)) return null;
    return origin === 'source' ? refused(`a class "${name}"`, at) : null;
  }

  /** A union is an obstacle only if all its types are. For an optional property the missing value does not count. */
  #lookAtUnion(view: TypeView, at: Position): Obstacle | null {
    const parts = view.parts().filter(({ kind }) => kind !== 'nothing');
    const before = this.lossy;
    let first: Obstacle | null = null;
    for (const part of parts) {
      const found = this.look(part, at);
      if (!found) {
        if (parts.length > 1) this.lossy = before;
        return null;
      }
      first ??= found;
    }
    return first;
  }

  #lookAtIntersection(view: TypeView, at: Position): Obstacle | null {
    const parts = view.parts();
    // A branded string is a string.
    if (parts.some(({ kind }) => kind === 'primitive' || kind === 'unknown')) return null;
    const special = parts.find(({ kind }) => kind !== 'object');
    return special ? this.look(special, at) : this.#lookAtObject(view, at);
  }

  #lookAtInstance(view: TypeView, at: Position): Obstacle | null {
    const { origin, name } = view;
    if (isOfPlatform(view)) return this.#lookAtBuiltIn(view, at);
    if ((OWN_ERRORS.has(name) || HANDLES.has(name)) && origin === 'package') return null;
    if (this.#isSerializable(view)) return null;
    const base = nearestBuiltIn(view);
    if (base) return this.#lookAtSubclass(view, base, at);
    return this.#isCertainlyInstance(view) ? refusedInstance(view, at) : null;
  }

  #isSerializable(view: TypeView): boolean {
    if (view.declaration) return this.#declarations.isSerializableClass(view.declaration);
    return view.properties().some(({ isStatic, name }) => isStatic && name === '[WORKFLOW_SERIALIZE]');
  }

  /** A plain object can have the type of a class that only has fields. */
  #isCertainlyInstance(view: TypeView): boolean {
    if (this.#declarations.constructs(view.name)) return true;
    return view.properties().some(({ isStatic, isMethod, isAccessor }) => !isStatic && (isMethod || isAccessor));
  }

  #lookAtSubclass(view: TypeView, base: TypeView, at: Position): Obstacle | null {
    const baseName = base.kind === 'array' ? 'Array' : base.name;
    if (!BASES.has(baseName)) return this.#lookAtBuiltIn(base, at);
    // Errors keep their class.
    if (STANDARD_ERRORS.has(baseName)) return null;
    if (!LOSSY_BASES.has(baseName)) return refusedInstance(view, at);
    this.lossy ??= { ...refused(`an instance of ${view.name}`, at), kind: 'lossy', arrives: `a plain ${baseName}` };
    return null;
  }

  #lookAtBuiltIn(view: TypeView, at: Position): Obstacle | null {
    const { name } = view;
    const segments = COLLECTIONS.get(name);
    if (segments) return this.#lookAtParts(view.parts().slice(0, segments.length), segments, at);
    if (CARRIED.has(name) || VAGUE.has(name)) return null;
    const known = REFUSED_NAMES.get(name);
    if (known) return refused(known, at);
    const base = nearestBuiltIn(view);
    if (base && BASES.has(base.name)) return this.#lookAtSubclass(view, base, at);
    const isRefused = view.kind === 'class' && !view.text.startsWith('Temporal.');
    return isRefused ? refused(`an instance of ${name}`, at) : null;
  }

  #lookAtObject(view: TypeView, at: Position): Obstacle | null {
    // Mapped types such as Partial are declared in the library, and have no name.
    if (view.name !== '' && isOfPlatform(view)) return this.#lookAtBuiltIn(view, at);
    if (HANDLES.has(view.name) && view.origin === 'package') return null;
    for (const property of view.properties()) {
      const found = this.#lookAtProperty(property, at, view.origin);
      if (found) return found;
    }
    const indexed = view.indexed();
    return this.#lookAtParts(
      indexed,
      indexed.map(() => '[…]'),
      at,
    );
  }

  #lookAtProperty(property: PropertyView, at: Position, origin: TypeView['origin']): Obstacle | null {
    if (property.isSymbol) return property.isWritten ? refused('an object with symbols as keys', at) : null;
    // Optional properties of other people's types are mostly missing.
    if (property.isOptional && origin !== 'source') return null;
    const inside = { path: at.path + toSegment(property.name), member: property, around: at, depth: at.depth + 1 };
    if (property.isAccessor) {
      this.lossy ??= { ...refused('a getter', inside), kind: 'lossy', arrives: 'the value that it has at that moment' };
    }
    const type = property.type();
    if (property.isMethod && type.kind === 'function' && !type.declaration) return refused('a function', inside);
    return this.look(type, inside);
  }
}

function refused(found: string, at: Position): Obstacle {
  return { kind: 'refused', path: at.path, found, arrives: '', member: nearestDeclaration(at), declaration: null };
}

/** Its class could define how instances cross, if it is one of the user's. */
function refusedInstance({ name, declaration }: TypeView, at: Position): Obstacle {
  return { ...refused(`an instance of ${name}`, at), kind: declaration ? 'class' : 'refused', declaration };
}

function nearestDeclaration(at: Position | null): DeclarationPlace | null {
  return at && (at.member?.declaration ?? nearestDeclaration(at.around));
}

/** Whether a type comes from the language or from the platform. */
function isOfPlatform({ origin }: TypeView): boolean {
  return origin === 'library' || origin === 'node';
}

function toSegment(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The library's class that a class extends, directly or through others. */
function nearestBuiltIn(view: TypeView, depth = 0): TypeView | null {
  if (depth > DEPTH_MAX) return null;
  for (const base of view.bases()) {
    if (base.kind === 'array' || (base.kind === 'class' && base.origin === 'library')) return base;
    const further = nearestBuiltIn(base, depth + 1);
    if (further) return further;
  }
  return null;
}
