/**
 * Values that code of another build wrote. They name classes by ids that hold the path of the file, so a class that was
 * moved has another one. A value gets the ids of its reader before it is in the journal, so that the run's own code can
 * read all that the journal holds.
 */
import { type CodeContracts, findContract, findDataMisfit, givenBy } from '../contract/code-contracts.ts';
import type { TypeMisfit } from '../contract/stored-types.ts';
import { classesIn } from '../host-values/classes-in.ts';
import { typeOfData } from '../host-values/type-of-data.ts';
import type { Payload } from '../journal/events.ts';
import { createValueError } from '../values/messages.ts';
import type { Outcome } from './outcome.ts';

/** The code that is to read a value. */
export interface ReadingCode {
  /** `null`: nobody knows. */
  contracts: CodeContracts | null;
  /** Whether it has a class of this id, also one that no contract names. */
  has: (classId: string) => boolean;
  /** Whether it is not the newest code. */
  isOfBefore: boolean;
}

/** The code that has written a value. */
export interface WritingCode {
  /** Of the build; `null`: nobody knows. */
  contracts: CodeContracts | null;
  /** `false`: another build may have. */
  isCertain: boolean;
  /** Of all builds that are known. */
  all: () => readonly (CodeContracts | null)[];
}

/**
 * The value with the ids of `reader`.
 * @throws `value_class_unknown` for a class of values that `reader` does not have under any id, `value_class_differs`
 *   for an instance that has not the fields that its class reads.
 */
export function toOwnClasses(payload: Payload, reader: ReadingCode, writer: WritingCode): Payload {
  const { moved, movedErrors, misfit } = examineClasses(payload, reader, writer);
  let own = payload;
  const rename = (id: string, to: string): void => {
    own = own.replaceAll(JSON.stringify(id), JSON.stringify(to));
  };
  for (const [id, found] of moved) {
    if (found === null) throw createValueError('value_class_unknown', { classId: id });
    rename(id, found);
  }
  if (misfit) throw createValueError('value_class_differs', misfit);
  // An error of a class that the reader does not have is one of the nearest that it has.
  for (const [id, found] of movedErrors) rename(id, found ?? id);
  return own;
}

/** The classes of a value that are not as they stand there, for its reader. */
export interface ExaminedClasses {
  /** By the ids in the value, the ids that the reader has for them; `null`: it has none. */
  moved: ReadonlyMap<string, string | null>;
  /** The same for classes of errors. */
  movedErrors: ReadonlyMap<string, string | null>;
  /** The first instance whose class would read something that is not there. */
  misfit: (TypeMisfit & { classId: string; found: string }) | null;
}

/** Looks at a value without having its classes. */
export function examineClasses(payload: Payload, reader: ReadingCode, writer: WritingCode): ExaminedClasses {
  const known = new Map<string, OwnClass>();
  const ownOf = (id: string): OwnClass => {
    let own = known.get(id);
    if (!own) known.set(id, (own = findOwn(id, reader, writer)));
    return own;
  };
  const { values, instances, errors } = classesIn(payload, (id) => {
    const own = ownOf(id);
    return own.id === id && !own.check;
  });
  const movedOf = (ids: readonly string[]): Map<string, string | null> =>
    new Map(ids.map((id): [string, string | null] => [id, ownOf(id).id]).filter(([id, own]) => id !== own));
  let misfit: ExaminedClasses['misfit'] = null;
  for (const { classId, data } of instances) misfit ??= ownOf(classId).check?.(data) ?? null;
  return { moved: movedOf(values), movedErrors: movedOf(errors), misfit };
}

/** A class that a value names, as its reader has it. */
interface OwnClass {
  /** `null`: the reader does not have it. */
  id: string | null;
  /** Left out: the reader can read what the writer gives. */
  check?: (data: unknown) => ExaminedClasses['misfit'];
}

function findOwn(id: string, reader: ReadingCode, writer: WritingCode): OwnClass {
  const own = reader.has(id) ? id : findMoved(id, reader, writer);
  const contract = own === null ? undefined : reader.contracts?.[own];
  const [taken, given] = [contract?.data, writer.contracts?.[id]?.data];
  if (!contract || !taken || (writer.isCertain && taken === given)) return { id: own };
  const differs = given !== undefined && findDataMisfit(contract, givenBy(given)) !== null;
  if (!differs && writer.isCertain && given) return { id: own };
  // Errors lack the fields that cannot be stored, and only types say which can be.
  const tellsBuild = !contract.isError || taken.takes.type !== 'unknown';
  const check = (data: unknown): ExaminedClasses['misfit'] => {
    // The writer has the names of numbers in enums.
    const misfit = findDataMisfit(contract, typeOfData(data, given?.gives ?? 'unknown'), reader.isOfBefore);
    // Where nobody knows the writer, only names of fields tell another build: types are not always true.
    const counts = misfit && (differs || (tellsBuild && misfit.isRenamed));
    return counts ? { ...misfit, classId: id, found: contract.place } : null;
  };
  return { id: own, check };
}

function findMoved(id: string, { contracts }: ReadingCode, writer: WritingCode): string | null {
  const old = writer.all().find((all) => all?.[id]);
  const found = old && contracts ? findContract(id, old, contracts) : null;
  return found && 'id' in found ? found.id : null;
}

/** An outcome with another form of its value; the same outcome, if it has none or that stays as it is. */
export function mapValue(outcome: Outcome, map: (payload: Payload) => Payload): Outcome {
  if (outcome.kind === 'step') {
    // The code of the run never sees why an attempt is made again.
    if (outcome.outcome.kind === 'retry') return outcome;
    const own = mapPayload(outcome.outcome, map);
    return own === outcome.outcome ? outcome : { ...outcome, outcome: own };
  }
  if (outcome.kind !== 'message') return outcome;
  const { message } = outcome;
  if (message.content.type === 'attempt' && message.content.news === 'retry') return outcome;
  const content = mapPayload(message.content, map);
  return content === message.content ? outcome : { ...outcome, message: { ...message, content } };
}

function mapPayload<Content extends object>(content: Content, map: (payload: Payload) => Payload): Content {
  const { payload } = content as { payload?: Payload };
  const mapped = payload && map(payload);
  return mapped === payload ? content : { ...content, payload: mapped };
}
