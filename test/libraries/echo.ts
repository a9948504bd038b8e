/** A step that gives back what it gets: the run waits for it, and the value goes to the store and back. */
export async function echo<Value>(value: Value): Promise<Value> {
  'use step';
  return value;
}
