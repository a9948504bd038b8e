/**
 * The contract of a function or class: the facts that a stored call or value counts on. The build has it in its
 * manifest and the store keeps it with the build's code, so that a call which an older build has made is never answered
 * by other code.
 */
import type { Manifest } from './build.ts';
import { type Parameter, takesCallsOf } from './parameters.ts';
import {
  fieldsRead,
  findRenamedField,
  findResultMisfit,
  findTypeMisfit,
  type TakenValue,
  type TypeMisfit,
  type StoredType,
} from './stored-types.ts';

/** The facts that calls of one step or workflow count on, or the instances of one class. */
export interface CodeContract {
  /** The function or class in the source, for people: `workflows/order.ts:12`. */
  place: string;
  /** The variables around the step that a call brings along, by name in alphabetical order. Left out: none. */
  captures?: readonly string[];
  /** The id is a matter of order: another function before this one would change it. */
  isOrdered?: true;
  /** A class of errors. */
  isError?: true;
  /** In order. Left out: it is an option of an agent, which calls all in one way, or an older compiler did not say. */
  parameters?: readonly Parameter[];
  /** Left out: the project has no TypeScript, or the build was not for production. */
  types?: ContractTypes;
  /** Of a class of values, or of errors. Left out where nothing is known of them. */
  data?: ContractData;
  /** Digest of the function's text without comments and layout, and of the local functions that it uses. */
  code: string;
  /**
   * The same, of the text without the own name, and without those of a function's parameters. Of classes only those of
   * errors have it. Older compilers made none.
   */
  body?: string;
}

/** The types of what goes into a function, and of what comes out of it. */
export interface ContractTypes {
  /** In the order of the parameters. */
  parameters: readonly TakenValue[];
  /** By the names of the variables. */
  captures: Readonly<Record<string, TakenValue>>;
  result: StoredType;
}

/** The data that an instance is stored as. Without TypeScript only names of fields are known. */
export interface ContractData {
  /** The result of `WORKFLOW_SERIALIZE`, or the fields of an error. */
  gives: StoredType;
  /** The parameter of `WORKFLOW_DESERIALIZE`. Of an error any code may read any field. */
  takes: TakenValue;
}

/** The contracts of a build, by the ids of its steps, workflows and classes. */
export type CodeContracts = Readonly<Record<string, CodeContract>>;

/**
 * Why a function cannot answer a call, or a class take instances of before or give them.
 * - `code`: its id is a matter of order, so it may be another function
 * - `exchanged`: it is the function that had the id `was` before
 * - `captures`: it needs variables that the call does not bring along
 * - `parameters`: the arguments would mean something else
 * - `types`: a part of what it takes is of another type, or missing
 * - `result`: so is a part of what it gives
 */
export type ContractMisfit =
  | { kind: 'code' }
  | { kind: 'exchanged'; was: string }
  | { kind: 'captures'; missing: readonly string[] }
  | { kind: 'parameters'; given: readonly Parameter[]; taken: readonly Parameter[] }
  | ({ kind: 'types' | 'result' } & TypeMisfit);

/** The function that answers calls of another one, or the class of its instances, by its id; or why none does. */
export type FoundContract =
  | { id: string }
  /** `null`: nothing has the id. */
  | { misfit: ContractMisfit | null };

/** The contracts in a manifest; `null`: it comes from an older compiler, which wrote none of steps. */
export function contractsOf({
  workflows = {},
  steps,
  classes = {},
  errors = {},
}: Partial<Manifest>): CodeContracts | null {
  if (!steps) return null;
  const ofSteps = entriesOf(steps).map(({ stepId, ...contract }) => [stepId, contract] as const);
  if (ofSteps.some(([, { code }]) => code === undefined)) return null;
  const ofWorkflows = entriesOf(workflows).map(
    ({ workflowId, graph: _graph, ...contract }) => [workflowId, contract] as const,
  );
  // A class of errors may define how it is stored, and then is one of values.
  const ofClasses = [...entriesOf<ClassEntry>(errors), ...entriesOf<ClassEntry>(classes)].map(
    ({ classId, ...contract }) => [classId, contract] as const,
  );
  const known = [...ofSteps, ...ofWorkflows, ...ofClasses].filter(([, { code }]) => code !== undefined);
  return Object.fromEntries(known) as unknown as CodeContracts;
}

type ClassEntry = { classId: string } & Partial<CodeContract>;

const entriesOf = <Entry>(byFile: Record<string, Record<string, Entry>>): Entry[] =>
  Object.values(byFile).flatMap((ofFile) => Object.values(ofFile));

/** Finds the function that answers calls of the function `id` of the build `old`; the same for classes. */
export function findContract(id: string, old: CodeContracts, now: CodeContracts): FoundContract {
  const [before, same] = [old[id]!, now[id]];
  if (same && before.isError) return { id };
  const misfit = same ? (findMisfit(before, same) ?? findExchange(id, old, now)) : null;
  const fits = same && !misfit;
  if (fits && hasSameBody(before, same)) return { id };
  const moved = Object.keys(now).filter((other) => isMoved(id, other, old, now));
  if (moved.length === 1) return { id: moved[0]! };
  return fits ? { id } : { misfit };
}

/** Why `now` cannot answer a call of `old`; `null`: it can. A variable that it needs no more does no harm. */
export function findMisfit(old: CodeContract, now: CodeContract): ContractMisfit | null {
  if ((old.isOrdered || now.isOrdered) && old.code !== now.code) return { kind: 'code' };
  const missing = (now.captures ?? []).filter((name) => !old.captures?.includes(name));
  if (missing.length > 0) return { kind: 'captures', missing };
  const { parameters: given, types: before } = old;
  const { parameters: taken, types } = now;
  if (given && taken && !hasSameBody(old, now) && !takesCallsOf(taken, given))
    return { kind: 'parameters', given, taken };
  if (before && types) return findOtherTypes(now, before, types);
  return findOtherData(old, now);
}

function findOtherData(old: CodeContract, now: CodeContract): ContractMisfit | null {
  if (!old.data || !now.data) return null;
  const misfit = findDataMisfit(now, givenBy(old.data));
  if (misfit) return { kind: 'types', ...misfit };
  const lost = findDataMisfit(old, givenBy(now.data), true);
  return lost && { kind: 'result', ...lost };
}

/**
 * Finds a part that a class would read of data of the type `given`, and that is not there.
 * @param isOfBefore Whether it is not a class of the newest code.
 */
export function findDataMisfit(taken: CodeContract, given: StoredType, isOfBefore = false): TypeMisfit | null {
  if (!taken.data) return null;
  const { takes } = taken.data;
  const name = taken.isError ? 'error' : 'data';
  const find = isOfBefore ? findResultMisfit : findTypeMisfit;
  return find(takes, given, name) ?? findRenamedField(takes, given, name);
}

/** The type of the data that a class gives. Where it is not known, it has the fields that the class reads itself. */
export function givenBy({ gives, takes }: ContractData): StoredType {
  const read = fieldsRead(takes) ?? [];
  if (gives !== 'unknown' || read.length === 0) return gives;
  return { fields: Object.fromEntries(read.map((field) => [field, 'unknown'])) };
}

function findOtherTypes(now: CodeContract, before: ContractTypes, types: ContractTypes): ContractMisfit | null {
  const nameAt = (index: number): string => now.parameters?.[index]?.name ?? `argument ${index + 1}`;
  const values = [
    ...types.parameters.map((taken, index) => [nameAt(index), taken, before.parameters[index]] as const),
    ...Object.entries(types.captures).map(([name, taken]) => [name, taken, before.captures[name]] as const),
  ];
  for (const [name, taken, given] of values) {
    const misfit = given && findTypeMisfit(taken, given.type, name);
    if (misfit) return { kind: 'types', ...misfit };
  }
  const misfit = findResultMisfit({ type: before.result }, types.result, 'result');
  return misfit && { kind: 'result', ...misfit };
}

/** Another function of the file had this text before, and has another one now. */
function findExchange(id: string, old: CodeContracts, now: CodeContracts): ContractMisfit | null {
  if (hasSameBody(old[id]!, now[id]!)) return null;
  const was = Object.keys(old).find(
    (other) => isInFileOf(id, other) && hasSameBody(old[other]!, now[id]!) && hasOtherBody(old[other]!, now[other]),
  );
  return was === undefined ? null : { kind: 'exchanged', was };
}

/**
 * Whether the function or class has the id `other` now: others of its name came before it, two exchanged their names,
 * or the class was moved to another file.
 */
function isMoved(id: string, other: string, old: CodeContracts, now: CodeContracts): boolean {
  if (id.startsWith('class//')) return isMovedClass(id, other, old, now);
  if (findMisfit(old[id]!, now[other]!)) return false;
  if (withoutNumber(id) === withoutNumber(other) && old[id]!.code === now[other]!.code) return true;
  return isInFileOf(id, other) && hasSameBody(old[id]!, now[other]!) && hasOtherBody(now[other]!, old[other]);
}

/** Code tells errors apart by their class, whatever that does. It may have another name now, and else the same text. */
function isMovedClass(id: string, other: string, old: CodeContracts, now: CodeContracts): boolean {
  const [before, after] = [old[id]!, now[other]!];
  if (old[other] || before.isError !== after.isError) return false;
  if (!before.isError) return pathIn(id) === pathIn(other) && before.code === after.code;
  if (pathIn(id) === pathIn(other)) return true;
  const isLike = (one: string): boolean => isInFileOf(id, one) && hasSameBody(old[one]!, after) && !now[one];
  return isInFileOf(id, other) && hasSameBody(before, after) && Object.keys(old).filter(isLike).length === 1;
}

/** The new classes in the file of a class of errors that is gone, but those that only have another name now. */
export function findReplacements(id: string, old: CodeContracts, now: CodeContracts): string[] {
  const isNew = (other: string): boolean => !!now[other]!.isError && !old[other] && isInFileOf(id, other);
  const isRenamed = (other: string): boolean => Object.keys(old).some((one) => isMovedClass(one, other, old, now));
  return Object.keys(now).filter((other) => isNew(other) && !isRenamed(other));
}

const hasSameBody = (one: CodeContract, other: CodeContract): boolean =>
  one.body !== undefined && one.body === other.body;

const hasOtherBody = (one: CodeContract, other: CodeContract | undefined): boolean =>
  !!other && other.body !== one.body;

const pathIn = (id: string): string => id.slice(id.lastIndexOf('//'));

/** Ids are `step//<file>//<path>`, `workflow//<file>//<path>` and `class//<file>//<path>`. */
const isInFileOf = (id: string, other: string): boolean => {
  const end = id.lastIndexOf('//') + 2;
  return other.lastIndexOf('//') + 2 === end && other.startsWith(id.slice(0, end));
};

/** The second function of a name has `~2` at the end of its id. Names themselves hold no tilde. */
const withoutNumber = (id: string): string => id.replace(/~\d+$/, '');
