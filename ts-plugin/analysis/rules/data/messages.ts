/** What is said of values that cross a boundary. The words for what is found are those of the error that a run would end with. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

/** A value on its way, and what in it is the matter. */
interface Crossing {
  /** From the value to the part: `order.items[].onDone`. */
  path: string;
  /** `a function`. */
  found: string;
  /** Where it goes: `step "charge"`. */
  target: string;
}

/** Makes the errors of the 3xxx rules. */
export const dataError = defineErrors({
  data_argument_unserializable: {
    message: ({ path, found, target }: Crossing) => `${path} is ${found}, which cannot be passed to ${target}.`,
    fix: ({ found }) => fixFor(found),
  },
  data_result_unserializable: {
    message: ({ path, found, target }: Crossing) => `${path} is ${found}, which ${target} cannot return.`,
    fix: ({ found }) => fixFor(found),
  },
  data_payload_unserializable: {
    message: ({ path, found, target }: Crossing) => `${path} is ${found}, which cannot be passed to ${target}.`,
    fix: ({ found }) => fixFor(found),
  },
  data_class_unserializable: {
    message: ({ path, found, target }: Crossing) =>
      `${path} is ${found}, a class that does not say how its instances are passed to and from ${target}.`,
    fix: () => 'give the class static methods [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE], or pass plain data',
  },
  data_value_lossy: {
    message: ({ path, found, target, arrives }: Crossing & { arrives: string }) =>
      `${path} is ${found}: what crosses the boundary of ${target} is ${arrives}.`,
    fix: () => 'nothing, if that is enough; else pass plain data and make the value from it on the other side',
  },
  data_argument_mutated: {
    message: ({ name, target }: { name: string; target: string }) =>
      `This change of "${name}" is lost: ${target} works on a copy of what it is passed.`,
    fix: ({ name }) => `return "${name}" from the step, and use the result where it is called`,
  },
  data_capture_unserializable: {
    message: ({ path, found, target }: Crossing) =>
      `${path} is ${found}, which cannot be stored, and ${target} takes it from the function around it.`,
    fix: () => 'make it inside the step, or pass the data that it is made of as an argument',
  },
  data_type_unknown: {
    message: ({ path, found, target }: Crossing) =>
      `${path} has the type ${found}, so nothing tells whether it can cross the boundary of ${target}.`,
    fix: () => 'give it a type',
  },
  data_literal_large: {
    message: ({ size, target }: { size: number; target: string }) =>
      `This literal has ${size} characters, and is stored with every call of ${target}.`,
    fix: () => 'keep it in a module that the step imports',
  },
});

function fixFor(found: string): string {
  if (found === 'a promise') return 'await it first and pass the result';
  if (found === 'a generator') return 'collect what it yields into an array first';
  if (found === 'a symbol') return 'use text instead';
  if (found === 'an object with symbols as keys') return 'use text as keys, or a Map';
  if (found === 'a function') return 'pass the data that it needs instead, or make it a step ("use step")';
  return 'pass plain data that says the same';
}
