/** Static method of a class: instance → data that can be passed. */
export const WORKFLOW_SERIALIZE: unique symbol = Symbol.for('workflow-serialize') as never;
/** Static method of a class: data → instance. */
export const WORKFLOW_DESERIALIZE: unique symbol = Symbol.for('workflow-deserialize') as never;

/** A class whose instances can be passed. */
export interface SerializableClass {
  readonly name: string;
  [WORKFLOW_SERIALIZE](instance: unknown): unknown;
  [WORKFLOW_DESERIALIZE](data: unknown): unknown;
}

/** The classes of a build that may cross, by `class//…` id. Both sides need the same ids. */
export interface ClassRegistry {
  idOf(cls: object): string | undefined;
  get(classId: string): object | undefined;
}

/** A registry to fill while modules are evaluated. */
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

export const isSerializableClass = (cls: unknown): cls is SerializableClass =>
  typeof cls === 'function' && typeof (cls as Partial<SerializableClass>)[WORKFLOW_SERIALIZE] === 'function';
