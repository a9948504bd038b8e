/** Whether values of a type can cross a boundary: what the codec does with them, told from the type alone. Where a type does not tell, nothing is said. */
import type { DeclarationPlace, PropertyView, TypeView } from '../../project/host.ts';
import { BASES, CARRIED, COLLECTIONS, ERRORS, OWN_ERRORS, REFUSED_NAMES, VAGUE } from './known-values.ts';

/** Why values cannot cross, or not as they are. */
export interface Obstacle {
  /** `class`: refused, and the class could say how to carry its instances. `lossy`: it crosses as something else. */
  kind: 'refused' | 'class' | 'lossy';
  /** From the value to the part: `.items[].onDone`; empty for the value itself. */
  path: string;
  /** `a function`. */
  found: string;
  /** What arrives instead of something lossy. */
  arrives: string;
  /** Where the part is declared in sources: the nearest property on the way. */
  member: DeclarationPlace | null;
  /** Where the class of a `class` is declared, if it is in sources. */
  declaration: DeclarationPlace | null;
}

/** What only the sources tell. */
export interface Declarations {
  isStep(place: DeclarationPlace): boolean;
  /** Whether the class says how its instances cross. */
  isSerializableClass(place: DeclarationPlace): boolean;
  /** Whether the code at hand makes instances of a class of this name. */
  constructs(className: string): boolean;
}

/** Deeper ones are rarely written, and types may go on for ever. */
const DEPTH_MAX = 10;
/** Each costs up to a few messages to another process. */
const TYPES_MAX = 300;

/**
 * @param sound Ids of types with which nothing is wrong: they are not looked at again, and those that are found are added.
 * @returns What makes the codec refuse every such value; else what gets lost; `null` when all is well or nothing is certain.
 */
export function findObstacle(view: TypeView, declarations: Declarations, sound: Set<number>): Obstacle | null {
  const search = new Search(declarations, sound);
  const obstacle = search.look(view, { path: '', member: null, around: null, depth: 0 }) ?? search.lossy;
  if (!obstacle) for (const id of search.sound()) sound.add(id);
  return obstacle;
}

interface Place {
  path: string;
  /** What this is the value of. */
  member: PropertyView | null;
  around: Place | null;
  depth: number;
}

class Search {
  /** The first that is not refused, but does not arrive as it is. */
  lossy: Obstacle | null = null;
  readonly #declarations: Declarations;
  #left = TYPES_MAX;
  /** Looked at already: what is wrong with them is known, and circles end here. */
  readonly #seen: Set<number>;

  constructor(declarations: Declarations, seen: ReadonlySet<number>) {
    this.#declarations = declarations;
    this.#seen = new Set(seen);
  }

  /** Types with which nothing is wrong; none after a search that was not finished. */
  sound(): Iterable<number> {
    return this.#left === 0 ? [] : this.#seen;
  }

  look(view: TypeView, at: Place): Obstacle | null {
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

  #lookOnce(view: TypeView, at: Place): Obstacle | null {
    if (this.#seen.has(view.id) || at.depth > DEPTH_MAX || this.#left === 0) return null;
    this.#left -= 1;
    this.#seen.add(view.id);
    const found = this.#lookInside(view, at);
    // It is as bad where it comes again, and not as part of a union.
    if (found) this.#seen.delete(view.id);
    return found;
  }

  #lookInside(view: TypeView, at: Place): Obstacle | null {
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

  #lookAtParts(parts: readonly TypeView[], segments: readonly string[], at: Place): Obstacle | null {
    for (const [index, part] of parts.entries()) {
      const path = at.path + (segments[index] ?? '');
      const found = this.look(part, { path, member: null, around: at, depth: at.depth + 1 });
      if (found) return found;
    }
    return null;
  }

  /** A step is a function that can be passed, and what is declared as a function that gives a promise may be one. */
  #lookAtFunction(view: TypeView, at: Place): Obstacle | null {
    const { declaration } = view;
    if (view.name !== '') return this.#lookAtConstructor(view, at);
    if (declaration) return this.#declarations.isStep(declaration) ? null : refused('a function', at);
    const result = view.result();
    const mayBeStep = result === null || result.kind === 'unknown' || result.name === 'Promise';
    return mayBeStep ? null : refused('a function', at);
  }

  /** A class as a value, or an object that can be called. */
  #lookAtConstructor({ declaration, origin, name }: TypeView, at: Place): Obstacle | null {
    if (declaration && this.#declarations.isSerializableClass(declaration)) return null;
    return origin === 'source' ? refused(`a class "${name}"`, at) : null;
  }

  /** The value is of one of the types: all have to be bad for it to be so. What may be missing is there at times. */
  #lookAtUnion(view: TypeView, at: Place): Obstacle | null {
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

  #lookAtIntersection(view: TypeView, at: Place): Obstacle | null {
    const parts = view.parts();
    // Text with a brand is text.
    if (parts.some(({ kind }) => kind === 'primitive' || kind === 'unknown')) return null;
    const special = parts.find(({ kind }) => kind !== 'object');
    return special ? this.look(special, at) : this.#lookAtObject(view, at);
  }

  #lookAtInstance(view: TypeView, at: Place): Obstacle | null {
    const { origin, name, declaration } = view;
    if (isOfPlatform(view)) return this.#lookAtBuiltIn(view, at);
    if (OWN_ERRORS.has(name) && origin === 'package') return null;
    if (this.#isSerializable(view)) return null;
    const base = nearestBuiltIn(view);
    if (base) return this.#lookAtSubclass(view, base, at);
    if (!this.#isCertainlyInstance(view)) return null;
    return { ...refused(`an instance of ${name}`, at), kind: declaration ? 'class' : 'refused', declaration };
  }

  #isSerializable(view: TypeView): boolean {
    if (view.declaration) return this.#declarations.isSerializableClass(view.declaration);
    return view.properties().some(({ isStatic, name }) => isStatic && name === '[WORKFLOW_SERIALIZE]');
  }

  /** A record of the same form can stand for an instance of a class that only has fields. */
  #isCertainlyInstance(view: TypeView): boolean {
    if (this.#declarations.constructs(view.name)) return true;
    return view.properties().some(({ isStatic, isMethod, isAccessor }) => !isStatic && (isMethod || isAccessor));
  }

  #lookAtSubclass({ name }: TypeView, base: TypeView, at: Place): Obstacle | null {
    const baseName = base.kind === 'array' ? 'Array' : base.name;
    if (!BASES.has(baseName)) return this.#lookAtBuiltIn(base, at);
    const arrives = ERRORS.has(baseName)
      ? 'an error that has its fields and is no instance of it'
      : `a plain ${baseName}`;
    this.lossy ??= { ...refused(`an instance of ${name}`, at), kind: 'lossy', arrives };
    return null;
  }

  #lookAtBuiltIn(view: TypeView, at: Place): Obstacle | null {
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

  #lookAtObject(view: TypeView, at: Place): Obstacle | null {
    // Mapped types such as Partial are made in the library, and have no name.
    if (view.name !== '' && isOfPlatform(view)) return this.#lookAtBuiltIn(view, at);
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

  #lookAtProperty(property: PropertyView, at: Place, origin: TypeView['origin']): Obstacle | null {
    if (property.isSymbol) return property.isWritten ? refused('an object with symbols as keys', at) : null;
    // What others declare as possible is mostly not there.
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

function refused(found: string, at: Place): Obstacle {
  return { kind: 'refused', path: at.path, found, arrives: '', member: nearestDeclaration(at), declaration: null };
}

function nearestDeclaration(at: Place | null): DeclarationPlace | null {
  return at && (at.member?.declaration ?? nearestDeclaration(at.around));
}

/** Of the language, or of what runs it. */
function isOfPlatform({ origin }: TypeView): boolean {
  return origin === 'library' || origin === 'node';
}

function toSegment(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The class of the library that a class extends, maybe through others. */
function nearestBuiltIn(view: TypeView, depth = 0): TypeView | null {
  if (depth > DEPTH_MAX) return null;
  for (const base of view.bases()) {
    if (base.kind === 'array' || (base.kind === 'class' && base.origin === 'library')) return base;
    const further = nearestBuiltIn(base, depth + 1);
    if (further) return further;
  }
  return null;
}
