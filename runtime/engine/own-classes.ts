/**
 * Values that code of another build wrote. They name classes by ids that hold the path of the file, so a class that was
 * moved has another one. A value gets the ids of its reader before it is in the journal, so that the run's own code can
 * read all that the journal holds.
 */
import {
  type CodeContract,
  type CodeContracts,
  type ContractData,
  findContract,
  findDataMisfit,
  givenBy,
} from '../contract/code-contracts.ts';
import type { TypeMisfit } from '../contract/stored-types.ts';
import { classesIn } from '../host-values/classes-in.ts';
import type { StoredInstance } from '../host-values/display-values.ts';
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
  const idIn = (id: string): string | null => {
    const old = writer.all().find((contracts) => contracts?.[id]);
    const found = old && reader.contracts ? findContract(id, old, reader.contracts) : null;
    return found && 'id' in found ? found.id : null;
  };
  let own = payload;
  const rename = (id: string, to: string): void => {
    own = own.replaceAll(JSON.stringify(id), JSON.stringify(to));
  };
  const isKnown = (id: string): boolean => {
    const [mine, theirs] = [reader.contracts?.[id]?.data, writer.contracts?.[id]?.data];
    return reader.has(id) && closenessFor(mine, theirs, writer.isCertain) === 'not';
  };
  const { values, instances, errors } = classesIn(payload, isKnown);
  const ids = new Map<string, string>();
  for (const id of values) {
    const found = reader.has(id) ? id : idIn(id);
    if (found === null) throw createValueError('value_class_unknown', { classId: id });
    ids.set(id, found);
    rename(id, found);
  }
  for (const instance of instances) {
    const { classId } = instance;
    const contract = reader.contracts?.[ids.get(classId)!];
    const misfit = contract && findInstanceMisfit(instance, contract, writer, reader.isOfBefore);
    if (misfit) throw createValueError('value_class_differs', { ...misfit, classId, found: contract.place });
  }
  // An error of a class that the reader does not have is one of the nearest that it has.
  for (const id of errors) rename(id, idIn(id) ?? id);
  return own;
}

/**
 * How closely instances are looked at. `whole`: what the writer gives is not what the reader takes. `names`: who has
 * written it is not certain. Types may not be true, so that only names of fields tell another build.
 */
export function closenessFor(
  reader: ContractData | undefined,
  writer: ContractData | undefined,
  isCertain: boolean,
): 'not' | 'names' | 'whole' {
  if (!reader || (isCertain && reader === writer)) return 'not';
  if (writer && findDataMisfit(reader, givenBy(writer))) return 'whole';
  return isCertain && writer ? 'not' : 'names';
}

/**
 * Finds a part of an instance that its class would read, and that is not there.
 * @param contract Of the class that reads it.
 * @param isOfBefore Whether the class is not of the newest code.
 */
export function findInstanceMisfit(
  { classId, data }: StoredInstance,
  contract: CodeContract,
  { contracts, isCertain }: Pick<WritingCode, 'contracts' | 'isCertain'>,
  isOfBefore = false,
): TypeMisfit | null {
  const writer = contracts?.[classId]?.data;
  const closeness = closenessFor(contract.data, writer, isCertain);
  if (!contract.data || closeness === 'not') return null;
  // The writer has the names of numbers in enums.
  const misfit = findDataMisfit(contract.data, typeOfData(data, writer?.gives ?? 'unknown'), isOfBefore);
  return closeness === 'whole' || misfit?.isRenamed ? misfit : null;
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
