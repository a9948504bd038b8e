/** The static method of a class that turns an instance into data that can be passed. */
export const WORKFLOW_SERIALIZE: unique symbol = Symbol.for('workflow-serialize') as never;
/** The static method of a class that turns such data into an instance. */
export const WORKFLOW_DESERIALIZE: unique symbol = Symbol.for('workflow-deserialize') as never;

/** A class whose instances can be passed. */
export interface StorableClass {
  readonly name: string;
  [WORKFLOW_SERIALIZE](instance: unknown): unknown;
  [WORKFLOW_DESERIALIZE](data: unknown): unknown;
}

/** The classes of a build whose instances can be passed, by `class//…` id. Both sides need the same ids. */
export interface ClassRegistry {
  idOf(cls: object): string | undefined;
  get(classId: string): object | undefined;
}

/** Gives a class that has lost its name the one that it has in the source. */
export function nameClass(cls: object, name: string | undefined): void {
  const isNameless = Object.getOwnPropertyDescriptor(cls, 'name')?.value === '';
  if (isNameless && name) Object.defineProperty(cls, 'name', { value: name, configurable: true });
}

/** Makes a registry that is filled while modules are evaluated. */
export function createClassRegistry(): ClassRegistry & { register(classId: string, cls: object): void } {
  const byId = new Map<string, object>();
  const ids = new Map<object, string>();
  return {
    idOf: (cls) => ids.get(cls),
    get: (classId) => byId.get(classId),
    register(classId, cls) {
      byId.set(classId, cls);
      ids.set(cls, classId);
    },
  };
}

/** Whether a value is a class with {@link WORKFLOW_SERIALIZE}. */
export const isStorableClass = (cls: unknown): cls is StorableClass =>
  typeof cls === 'function' && typeof (cls as Partial<StorableClass>)[WORKFLOW_SERIALIZE] === 'function';
