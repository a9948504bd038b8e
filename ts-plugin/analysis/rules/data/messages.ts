/** Messages of the rules for values that cross a boundary. They name a found value as the error of a run would. */
import { defineErrors } from '../../../../runtime/contract/errors.ts';

/** A value that crosses a boundary, and the part of it that is wrong. */
interface Crossing {
  /** The path to the wrong part: `order.items[].onDone`. */
  path: string;
  /** `a function`. */
  found: string;
  /** The destination: `step "charge"`. */
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
      `${path} is ${found}, and its class does not define how instances are passed to and from ${target}.`,
    fix: () => 'add the static methods [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE], or pass plain data',
  },
  data_value_lossy: {
    message: ({ path, found, target, arrives }: Crossing & { arrives: string }) =>
      `${path} is ${found}, but arrives on the other side of ${target} as ${arrives}.`,
    fix: () => 'nothing, if that is enough; otherwise pass plain data and build the value from it on the other side',
  },
  data_capture_unserializable: {
    message: ({ path, found, target }: Crossing) =>
      `${path} is ${found}, which cannot be stored, and ${target} captures it from the function around it.`,
    fix: () => 'create it inside the step, or pass its data as an argument',
  },
  data_type_unknown: {
    message: ({ path, found, target }: Crossing) =>
      `${path} has the type ${found}, so it is unknown whether it can be passed to or from ${target}.`,
    fix: () => 'give it a type',
  },
  data_literal_large: {
    message: ({ size, target }: { size: number; target: string }) =>
      `This literal has ${size} characters, and every call of ${target} stores it.`,
    fix: () => 'keep it in a module that the step imports',
  },
});

function fixFor(found: string): string {
  if (found === 'a promise') return 'await it first, and pass the result';
  if (found === 'a generator') return 'collect its values in an array first';
  if (found === 'a symbol') return 'use text instead';
  if (found === 'an object with symbols as keys') return 'use text as keys, or a Map';
  if (found === 'a function') return 'pass the data that it needs, or make it a step ("use step")';
  return 'pass plain data instead';
}
