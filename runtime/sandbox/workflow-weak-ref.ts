/**
 * `WeakRef` of workflow code. It holds its target as long as the run is in memory, as the language allows: so nobody
 * learns when memory is collected, which would differ on replay.
 */
export class WorkflowWeakRef<Target extends WeakKey> {
  readonly #target: Target;

  constructor(target: Target) {
    // It refuses what no reference can hold.
    new WeakSet().add(target);
    this.#target = target;
  }

  deref(): Target {
    return this.#target;
  }

  get [Symbol.toStringTag](): 'WeakRef' {
    return 'WeakRef';
  }

  static {
    Object.defineProperty(this, 'name', { value: 'WeakRef' });
  }
}
