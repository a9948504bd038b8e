/**
 * Values that code of another build wrote. They name classes by ids that hold the path of the file, so a class that was
 * moved has another one. A value gets the ids of its reader before it is in the journal, so that the run's own code can
 * read all that the journal holds.
 */
import { type CodeContracts, findContract } from '../contract/code-contracts.ts';
import { classesIn } from '../host-values/classes-in.ts';
import type { Payload } from '../journal/events.ts';
import { createValueError } from '../values/messages.ts';
import type { Outcome } from './outcome.ts';

/** The code that is to read a value. */
export interface ReadingCode {
  /** `null`: nobody knows. */
  contracts: CodeContracts | null;
  /** Whether it has a class of this id, also one that no contract names. */
  has: (classId: string) => boolean;
}

/**
 * The value with the ids of `reader`.
 * @param others Contracts of the builds that may have written it.
 * @throws `value_class_unknown` for a class of values that `reader` does not have under any id.
 */
export function toOwnClasses(
  payload: Payload,
  reader: ReadingCode,
  others: () => readonly (CodeContracts | null)[],
): Payload {
  const idIn = (id: string): string | null => {
    const old = others().find((contracts) => contracts?.[id]);
    const found = old && reader.contracts ? findContract(id, old, reader.contracts) : null;
    return found && 'id' in found ? found.id : null;
  };
  let own = payload;
  const rename = (id: string, to: string): void => {
    own = own.replaceAll(JSON.stringify(id), JSON.stringify(to));
  };
  const { values, errors } = classesIn(payload, reader.has);
  for (const id of values) {
    const found = idIn(id);
    if (found === null) throw createValueError('value_class_unknown', { classId: id });
    rename(id, found);
  }
  // An error of a class that the reader does not have is one of the nearest that it has.
  for (const id of errors) rename(id, idIn(id) ?? id);
  return own;
}

/** An outcome with another form of its value; the same outcome, if it has none or that stays as it is. */
export function mapValue(outcome: Outcome, map: (payload: Payload) => Payload): Outcome {
  if (outcome.kind === 'step') {
    const own = mapPayload(outcome.outcome, map);
    return own === outcome.outcome ? outcome : { ...outcome, outcome: own };
  }
  if (outcome.kind !== 'message') return outcome;
  const { message } = outcome;
  const content = mapPayload(message.content, map);
  return content === message.content ? outcome : { ...outcome, message: { ...message, content } };
}

function mapPayload<Content extends object>(content: Content, map: (payload: Payload) => Payload): Content {
  const { payload } = content as { payload?: Payload };
  const mapped = payload && map(payload);
  return mapped === payload ? content : { ...content, payload: mapped };
}
