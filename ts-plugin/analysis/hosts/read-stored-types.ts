/** The types of values as contracts hold them, from the TypeScript of a project on disk. */
import { isOwnField } from '../../../compiler/analyze/error-fields.ts';
import type { FileQuestions } from '../../../compiler/build/contract-types.ts';
import { unionOf, withoutUndefined, type Field, type StoredType } from '../../../runtime/contract/stored-types.ts';
import type { PropertyView, TypeView } from '../project/host.ts';
import { openTypes } from './open-types.ts';

/** Limits of what a contract holds of one value. A part beyond is `unknown`, which fits everything. */
const DEPTH_MAX = 8;
const PARTS_MAX = 200;

/**
 * Reads types of a project; `unknown` stands for what its TypeScript does not know.
 * @param rootDir Absolute. Its TypeScript and its `tsconfig.json` count.
 * @returns `null`: it has none that is supported.
 */
export async function readStoredTypes(
  rootDir: string,
  files: readonly FileQuestions[],
): Promise<StoredType[][] | null> {
  const opened = await openTypes({ rootDir });
  if (!('types' in opened)) return null;
  using open = opened;
  return files.map(({ path, questions }) => {
    // The functions of a file often share a type, and reading a large one takes some 20 ms.
    const known = new Map<string, StoredType>();
    return open.types.types(path, questions).map((view, index) => {
      const { isWide = false, isError = false } = questions[index]!;
      const key = `${view?.id} ${isWide} ${isError}`;
      const type = known.get(key) ?? (view ? new StoredTypeReader(isWide).readFrom(view, isError) : 'unknown');
      known.set(key, type);
      return type;
    });
  });
}

const WORDS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'bigint', 'null', 'undefined']);
/** Classes of JavaScript that have nothing in common, and those of them whose instances hold values. */
const VALUES: ReadonlySet<string> = new Set(['Date', 'Map', 'RegExp', 'Set', 'URL', 'Uint8Array']);
const WITH_PARTS: ReadonlySet<string> = new Set(['Map', 'Set']);

/** Reads the type of one value. */
class StoredTypeReader {
  readonly #isWide: boolean;
  #parts = 0;

  /** @param isWide Whether texts and numbers count as any text and number. */
  constructor(isWide: boolean) {
    this.#isWide = isWide;
  }

  /** @param isError Whether it is the type of errors, whose fields count. */
  readFrom(view: TypeView, isError: boolean): StoredType {
    if (!isError) return this.read(view, []);
    return view.kind === 'class' ? this.#errorFields(view) : 'unknown';
  }

  /** @param around The ids of the types around it. */
  read(view: TypeView, around: readonly number[]): StoredType {
    this.#parts++;
    if (around.includes(view.id) || around.length >= DEPTH_MAX || this.#parts > PARTS_MAX) return 'unknown';
    const inside = [...around, view.id];
    const readAll = (views: readonly TypeView[]): StoredType[] => views.map((one) => this.read(one, inside));
    switch (view.kind) {
      case 'nothing':
        return wordOf(view.text);
      case 'primitive':
        return this.#primitive(view);
      case 'union':
        return unionOf(readAll(view.parts()));
      case 'array':
        return { listOf: readAll(view.parts())[0] ?? 'unknown' };
      case 'tuple':
        // Elements that may be left out, or repeated, are no matter of their number.
        return /\?|\.\.\./.test(view.text)
          ? { listOf: unionOf(readAll(view.parts())) }
          : { tuple: readAll(view.parts()) };
      case 'class':
        if (view.origin !== 'library' || !VALUES.has(view.name)) return 'instance';
        return { instanceOf: view.name, of: WITH_PARTS.has(view.name) ? readAll(view.parts()) : [] };
      case 'intersection': {
        const primitive = view.parts().find(({ kind }) => kind === 'primitive');
        return primitive ? this.#primitive(primitive) : this.#object(view, inside);
      }
      case 'object':
        // The types that a package or a library names change with its version, not with this project.
        return view.name !== '' && (view.isInstalled || view.origin === 'library')
          ? 'unknown'
          : this.#object(view, inside);
      default:
        return 'unknown';
    }
  }

  /** Fields of packages and libraries change with their versions. */
  #errorFields(view: TypeView): StoredType {
    const isField = ({ name, isStatic, isSymbol, isMethod, isAccessor }: PropertyView): boolean =>
      isOwnField(name) && !isStatic && !isSymbol && !isMethod && !isAccessor;
    const fields = fieldsInOrder(view.properties().filter(isField), (property) => {
      const field = property.declaration ? this.#field(property, [view.id]) : UNSAID;
      // An instance may be one that cannot be stored, so that the error is without it.
      return field === 'instance' ? [field, 'optional'] : field;
    });
    return { fields: Object.fromEntries(fields) };
  }

  #object(view: TypeView, inside: readonly number[]): StoredType {
    const [others] = view.indexed();
    const properties = view.properties().filter(({ isSymbol, isMethod }) => !isSymbol && !isMethod);
    const fields = fieldsInOrder(properties, (property) => this.#field(property, inside));
    // Anything may be in it: `{}`.
    if (fields.length === 0 && !others) return 'unknown';
    return { fields: Object.fromEntries(fields), ...(others && { others: this.read(others, inside) }) };
  }

  /** @returns `null` for a function, which no value that is stored holds. */
  #field(property: PropertyView, inside: readonly number[]): Field | null {
    const view = property.type();
    if (view.kind === 'function') return null;
    const type = this.read(view, inside);
    return property.isOptional ? [withoutUndefined(type), 'optional'] : type;
  }

  #primitive(view: TypeView): StoredType {
    const { text, value } = view;
    if (text === 'true' || text === 'false') return this.#isWide ? 'boolean' : { is: text === 'true' };
    if (value === undefined) {
      const members = text === 'boolean' ? [] : view.members();
      return members.length > 0 ? unionOf(members.map((member) => this.#primitive(member))) : wordOf(text);
    }
    // `Status.Paid`; texts stand in quotes.
    const member = /^[\p{ID_Start}$_].*?([\p{ID_Continue}$]+)$/u.exec(text)?.[1];
    if (member !== undefined) return { is: value, member };
    return this.#isWide ? wordOf(typeof value) : { is: value };
  }
}

const UNSAID: Field = ['unknown', 'optional'];

/** @param read Returns `null` for what is no field. */
function fieldsInOrder(
  properties: readonly PropertyView[],
  read: (property: PropertyView) => Field | null,
): [string, Field][] {
  const inOrder = [...properties].sort((one, other) => (one.name < other.name ? -1 : 1));
  const fields = inOrder.map((property) => [property.name, read(property)] as const);
  return fields.filter((one): one is [string, Field] => one[1] !== null);
}

/** A template is a text, and `void` is nothing. */
function wordOf(text: string): StoredType {
  if (text === 'void') return 'undefined';
  return WORDS.has(text) ? (text as StoredType) : text.startsWith('`') ? 'string' : 'unknown';
}
