/**
 * Types of values that go from the code of one build to that of another, as the project's TypeScript knows them. A type
 * that is not known fits everything, because nothing can be told of it.
 */

/** A type of values that can be stored. */
export type StoredType =
  /** `unknown` is everything that nothing can be told of. `instance`: of a class of the project, or of a package. */
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'null'
  | 'undefined'
  | 'instance'
  | 'unknown'
  /** One value. `member` is its name in an enum. */
  | { is: string | number | boolean; member?: string }
  | { anyOf: readonly StoredType[] }
  | { listOf: StoredType }
  | { tuple: readonly StoredType[] }
  /** An instance of a class that JavaScript brings along, such as `Date`; `of` are its type arguments. */
  | { instanceOf: string; of: readonly StoredType[] }
  /** An object. `others` is the type of fields that have no names of their own. */
  | { fields: Readonly<Record<string, Field>>; others?: StoredType };

/** A field of an object; in a list, its type and that it may be left out. */
export type Field = StoredType | readonly [StoredType, 'optional'];

/** A value that a function takes. */
export interface TakenValue {
  type: StoredType;
  /** The paths that the function reads: `total`, `items.*.price`. Left out: all of it. */
  reads?: readonly string[];
}

/** Where a given value is not what code takes. */
export interface TypeMisfit {
  /** `order.items.*.price`. */
  at: string;
  /** The types there. */
  given: string;
  taken: string;
  /** A field is missing, and the value has another one that code does not know: it may have had another name. */
  isRenamed?: true;
}

/**
 * Finds where a value of the type `given` is not what code takes; `null`: it fits.
 * @param name Of the value, for people.
 */
export const findTypeMisfit = (taken: TakenValue, given: StoredType, name: string): TypeMisfit | null =>
  new Comparison(false).of(typeRead(taken), given, name);

/**
 * The same for what the newest code gives, which code of before takes. It may meet values that its own build never
 * gave: a further member of an enum, `null`. Whether they come, no type tells, so they fit. Nobody reads `undefined`.
 */
export const findResultMisfit = (taken: TakenValue, given: StoredType, name: string): TypeMisfit | null =>
  taken.type === 'undefined' ? null : new Comparison(true).of(typeRead(taken), given, name);

function typeRead({ type, reads }: TakenValue): StoredType {
  const paths = reads?.map((path) => path.split('.'));
  return paths ? partRead(type, paths) : type;
}

/**
 * Finds a field that code reads of a value whose type it does not say, and that is not there, while another one is
 * there that it does not read: the field has had another name.
 */
export function findRenamedField(taken: TakenValue, given: StoredType, name: string): TypeMisfit | null {
  const read = SAYS_NO_FIELDS.has(taken.type) ? fieldsRead(taken) : null;
  if (!read || !isObject(given) || !('fields' in given) || given.others !== undefined) return null;
  const isUnread = Object.keys(given.fields).some((field) => !read.includes(field));
  const lacking = read.find((field) => !hasKey(given, field) && !(field in Object.prototype));
  if (!isUnread || lacking === undefined) return null;
  return { ...misfit(`${name}.${lacking}`, null, taken.type), isRenamed: true };
}

const SAYS_NO_FIELDS: ReadonlySet<StoredType> = new Set(['unknown', 'instance']);

/** The names of the fields that code reads; `null`: any may be read. */
export function fieldsRead({ reads }: TakenValue): readonly string[] | null {
  const fields = reads?.map((path) => path.split('.')[0]!);
  return !fields || fields.includes('*') ? null : fields;
}

/**
 * The type without the parts that code does not read.
 * @param options Of the union that the type is one of.
 */
function partRead(
  type: StoredType,
  paths: readonly (readonly string[])[],
  options: readonly StoredType[] = [type],
): StoredType {
  if (paths.length === 0) return 'unknown';
  if (!isObject(type)) return type;
  if ('anyOf' in type) return unionOf(type.anyOf.map((option) => partRead(option, paths, type.anyOf)));
  // A way that leads nowhere is one that the analysis has not understood.
  if (paths.some(([key]) => key === undefined || !options.some((option) => hasKey(option, key)))) return type;
  const below = (isKey: (key: string) => boolean) => paths.filter(([key]) => isKey(key!)).map((path) => path.slice(1));
  if ('listOf' in type) return { listOf: partRead(type.listOf, below(isIndex)) };
  if (!('fields' in type)) return type;
  const fields = Object.entries(type.fields).map(([name, field]): [string, Field] => {
    const ofField = below((key) => key === name);
    const read = partRead(typeOf(field), ofField);
    return [name, read === 'unknown' || isOptional(field) ? [read, 'optional'] : read];
  });
  return { ...type, fields: Object.fromEntries(fields) };
}

function hasKey(type: StoredType, key: string): boolean {
  if (!isObject(type)) return false;
  return 'listOf' in type ? key === 'length' || isIndex(key) : 'fields' in type && Object.hasOwn(type.fields, key);
}

const isIndex = (key: string): boolean => key === '*' || /^\d+$/.test(key);

type ObjectType = Extract<StoredType, { fields: object }>;
type OneValue = Extract<StoredType, { is: unknown }>;

class Comparison {
  /** Whether `taken` is what code of before expects of a step of now. */
  readonly #isOfResult: boolean;

  constructor(isOfResult: boolean) {
    this.#isOfResult = isOfResult;
  }

  of(taken: StoredType, given: StoredType, at: string): TypeMisfit | null {
    if (taken === 'unknown' || given === 'unknown') return null;
    const options = optionsOf(given);
    const some = options.filter((option) => option !== 'null' && option !== 'undefined');
    return firstOf(this.#isOfResult && some.length > 0 ? some : options, (option) => this.#ofOption(taken, option, at));
  }

  #ofOption(taken: StoredType, given: StoredType, at: string): TypeMisfit | null {
    const options = optionsOf(taken);
    if (this.#isOfResult && isFurther(options, given)) return null;
    const misfits = options.map((option) => this.#ofOne(option, given, at));
    if (misfits.includes(null)) return null;
    // The misfit that lies deepest says most.
    const deepest = misfits.reduce((best, next) => (next!.at.length > best!.at.length ? next : best))!;
    return deepest.at === at ? misfit(at, given, taken) : deepest;
  }

  #ofOne(taken: StoredType, given: StoredType, at: string): TypeMisfit | null {
    const fitsIf = (fits: boolean): TypeMisfit | null => (fits ? null : misfit(at, given, taken));
    if (!isObject(taken) || !isObject(given)) return fitsIf(isSameKind(taken, given));
    if ('is' in taken && 'is' in given) return fitsIf(isSameValue(taken, given));
    if ('tuple' in taken && 'tuple' in given) {
      if (given.tuple.length < taken.tuple.length) return fitsIf(false);
      return firstOf(taken.tuple.keys(), (key) => this.of(taken.tuple[key]!, given.tuple[key]!, `${at}.${key}`));
    }
    const [items, others] = [itemsOf(taken), itemsOf(given)];
    if (items && others) return this.of(items, others, `${at}.*`);
    if ('instanceOf' in taken && 'instanceOf' in given && taken.instanceOf === given.instanceOf)
      return firstOf(taken.of.keys(), (key) => this.of(taken.of[key]!, given.of[key] ?? 'unknown', `${at}.*`));
    return 'fields' in taken && 'fields' in given ? this.#ofFields(taken, given, at) : fitsIf(false);
  }

  #ofFields(taken: ObjectType, given: ObjectType, at: string): TypeMisfit | null {
    const names = Object.keys(taken.fields);
    const isOpen = given.others !== undefined;
    // All fields may be left out, but a value that has others only was meant for other code.
    const isOther = !isOpen && names.length > 0 && Object.keys(given.fields).length > 0;
    const hasNone = isOther && names.every((name) => given.fields[name] === undefined);
    return firstOf(names, (name) => {
      const [field, found] = [taken.fields[name]!, given.fields[name]];
      const type = optionalType(field);
      const place = `${at}.${name}`;
      if (found !== undefined) return this.of(type, optionalType(found), place);
      const mayLack = !hasNone && (isOpen || optionsOf(type).some((one) => one === 'undefined' || one === 'unknown'));
      if (mayLack) return null;
      const isRenamed = Object.keys(given.fields).some((other) => !Object.hasOwn(taken.fields, other));
      return { ...misfit(place, null, type), ...(isRenamed && { isRenamed }) };
    });
  }
}

/** A text or number that has not been there: code of before has no other meaning for it. */
function isFurther(known: readonly StoredType[], given: StoredType): boolean {
  if (!isObject(given) || !('is' in given)) return false;
  const ofKind = known.filter(
    (one): one is OneValue => isObject(one) && 'is' in one && typeof one.is === typeof given.is,
  );
  return ofKind.length > 0 && !ofKind.some(({ is, member }) => is === given.is || (member && member === given.member));
}

/** At least one is a word. Which text or number it is may not be known, so it may be the one that is taken. */
function isSameKind(taken: StoredType, given: StoredType): boolean {
  const kinds = [taken, given].map((type) => {
    if (!isObject(type)) return type;
    // An instance may have the fields that an object has, or be of a class that extends another.
    return 'is' in type ? typeof type.is : 'fields' in type || 'instanceOf' in type ? 'instance' : 'list';
  });
  return kinds[0] === kinds[1];
}

/** The numbers of an enum mean nothing but their names. */
function isSameValue(one: OneValue, other: OneValue): boolean {
  const isNamed = one.member !== undefined && other.member !== undefined && typeof one.is === 'number';
  return one.is === other.is && (!isNamed || one.member === other.member);
}

const isObject = (type: StoredType): type is Exclude<StoredType, string> => typeof type === 'object';

const isOptional = (field: Field): field is readonly [StoredType, 'optional'] => Array.isArray(field);

const typeOf = (field: Field): StoredType => (isOptional(field) ? field[0] : field);

const optionsOf = (type: StoredType): readonly StoredType[] =>
  isObject(type) && 'anyOf' in type ? type.anyOf : [type];

/** The type of a field with `undefined`, where it may be left out. */
const optionalType = (field: Field): StoredType =>
  isOptional(field) ? unionOf([field[0], 'undefined']) : typeOf(field);

const itemsOf = (type: StoredType): StoredType | null => {
  if (!isObject(type)) return null;
  return 'listOf' in type ? type.listOf : 'tuple' in type ? unionOf(type.tuple) : null;
};

/** One of several types, in an order that does not depend on how they were found. */
export function unionOf(types: readonly StoredType[]): StoredType {
  if (types.length === 1) return types[0]!;
  const options = new Map(types.flatMap(optionsOf).map((type) => [JSON.stringify(type), type]));
  if (options.has('"unknown"')) return 'unknown';
  if (options.has('{"is":true}') && options.has('{"is":false}')) {
    for (const value of ['{"is":true}', '{"is":false}']) options.delete(value);
    options.set('"boolean"', 'boolean');
  }
  const inOrder = [...options].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, type]) => type);
  return inOrder.length === 1 ? inOrder[0]! : { anyOf: inOrder };
}

/** The type of a field, or of an item: `*`. `unknown`: nobody knows. */
export function partOf(type: StoredType, key: string): StoredType {
  const parts = optionsOf(type).flatMap((option) => {
    if (isObject(option) && 'fields' in option) return hasKey(option, key) ? [typeOf(option.fields[key]!)] : [];
    return itemsOf(option) ?? [];
  });
  return parts.length > 0 ? unionOf(parts) : 'unknown';
}

/** A value with the name that it has in an enum of the type. */
export const valueIn = (type: StoredType, is: OneValue['is']): OneValue =>
  optionsOf(type).find((one): one is OneValue => isObject(one) && 'is' in one && one.is === is) ?? { is };

/** The type of what is given when something is. */
export function withoutUndefined(type: StoredType): StoredType {
  const options = optionsOf(type).filter((option) => option !== 'undefined');
  return options.length > 0 ? unionOf(options) : type;
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => TypeMisfit | null): TypeMisfit | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}

const misfit = (at: string, given: StoredType | null, taken: StoredType): TypeMisfit => ({
  at,
  given: given === null ? 'nothing' : shorten(typeText(given)),
  taken: shorten(typeText(taken)),
});

const TEXT_MAX = 100;

const shorten = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

/** The type as TypeScript writes it; members of enums with their values. */
function typeText(type: StoredType): string {
  if (typeof type === 'string') return type;
  if ('is' in type) return `${type.member === undefined ? '' : `${type.member} = `}${JSON.stringify(type.is)}`;
  if ('anyOf' in type) return type.anyOf.map(typeText).join(' | ');
  if ('listOf' in type) return `Array<${typeText(type.listOf)}>`;
  if ('tuple' in type) return `[${type.tuple.map(typeText).join(', ')}]`;
  if ('instanceOf' in type)
    return type.instanceOf + (type.of.length > 0 ? `<${type.of.map((one) => typeText(one)).join(', ')}>` : '');
  const fields = Object.entries(type.fields).map(
    ([name, field]) => `${name}${isOptional(field) ? '?' : ''}: ${typeText(typeOf(field))}`,
  );
  const others = type.others === undefined ? [] : [`[key: string]: ${typeText(type.others)}`];
  return `{ ${[...fields, ...others].join('; ')} }`;
}
