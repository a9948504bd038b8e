/** The contracts of the functions and classes of a build, see `runtime/contract`. */
import { createHash } from 'node:crypto';
import { type BuildId, nameOf } from '../../runtime/contract/ids.ts';
import type { CodeContract, ContractData, ContractTypes } from '../../runtime/contract/code-contracts.ts';
import type { DirectiveFunction, ModuleAnalysis, ParsedModule } from '../analyze/module-analysis.ts';
import type { ErrorClassCode } from '../analyze/error-classes.ts';
import { fieldsOfErrors } from '../analyze/error-fields.ts';
import { needsSelf } from '../analyze/function-place.ts';
import { parametersOf, textWithoutNames } from '../analyze/parameters.ts';
import { isFunction, type Node } from '../ast.ts';
import type { SourceFile } from '../diagnostics.ts';
import { normalizeCode } from '../normalize-code.ts';
import type { BuildModule } from './build-modules.ts';
import { addTypes, type ReachedErrors, type ReadTypes, storedFormOf, toTaken } from './contract-types.ts';

/** From one build to the next most analyses stay. */
const known = new WeakMap<ModuleAnalysis, ReadonlyMap<string, CodeContract>>();

/** The contract of each workflow, step and class of values of a module, by id. */
export function codeContracts({ analysis }: Pick<BuildModule, 'analysis'>): ReadonlyMap<string, CodeContract> {
  let contracts = known.get(analysis);
  if (!contracts) {
    contracts = new Map([
      ...analysis.functions.map((fn) => [fn.id, toContract(analysis, fn)] as const),
      ...analysis.classes.map(({ classId, node }) => [classId, valueContract(analysis, node)] as const),
    ]);
    known.set(analysis, contracts);
  }
  return contracts;
}

/** The contracts of all functions and classes of a build, by id. @param readTypes `null`: they hold no types. */
export async function readContracts(
  modules: readonly BuildModule[],
  errors: ReachedErrors,
  readTypes: ReadTypes | null,
): Promise<ReadonlyMap<string, CodeContract>> {
  const ofErrors = [...errors.values()].flatMap((classes) =>
    Array.from(classes, ([id, { contract }]) => [id, contract] as const),
  );
  // A class of errors may define how it is stored, and then is one of values.
  const contracts = new Map([...ofErrors, ...modules.flatMap((module) => [...codeContracts(module)])]);
  const analyses = modules.map(({ analysis }) => analysis);
  return readTypes ? await addTypes(contracts, { analyses, errors }, readTypes) : contracts;
}

/**
 * The build id, which also changes with what runs count on beyond the code of workflows: with the code of steps whose
 * ids are a matter of order, and with types of what steps take and give. It stays as it is when there is nothing of it.
 */
export function identifyWithSteps(buildId: BuildId, contracts: ReadonlyMap<string, CodeContract>): BuildId {
  const parts = [...contracts].flatMap(([id, { isOrdered, code, types, data }]) => [
    ...(isOrdered ? [`${id} ${code}`] : []),
    ...(types ? [`${id} ${JSON.stringify(storedTypesIn(types))}`] : []),
    ...(data && isTyped(data) ? [`${id} ${JSON.stringify([data.gives, data.takes.type])}`] : []),
  ]);
  return parts.length === 0 ? buildId : (digest([buildId, ...parts]).slice(0, buildId.length) as BuildId);
}

const isTyped = ({ gives, takes }: ContractData): boolean => gives !== 'unknown' || takes.type !== 'unknown';

/** The paths that are read are left out: a step may read more of the same value. */
const storedTypesIn = ({ parameters, captures, result }: ContractTypes): unknown[] => [
  parameters.map(({ type }) => type),
  Object.entries(captures).map(([name, { type }]) => [name, type]),
  result,
];

function toContract({ file, bindings }: ModuleAnalysis, fn: DirectiveFunction): CodeContract {
  const { captures, isOrdered, node, form } = fn;
  // The agent calls an option, and always in the same way.
  const hasParameters = isFunction(node) && form !== 'agent-option';
  const names = [...(needsSelf(fn) || captures.self ? ['this'] : []), ...captures.values.map(({ name }) => name)];
  const used = [...captures.helpers.map((helper) => helper.node), ...captures.siblings.map((one) => one.step.node)];
  const [text, ...others] = [node, ...used].map(({ span }) => file.code.slice(span.start, span.end));
  const digestWith = (own: string): string => digest([own, ...others].map(normalizeCode)).slice(0, 16);
  return {
    place: placeOf(file, node),
    ...(names.length > 0 && { captures: names }),
    ...(isOrdered && { isOrdered }),
    ...(hasParameters && { parameters: parametersOf(node, bindings) }),
    code: digestWith(text!),
    body: digestWith(hasParameters ? textWithoutNames(node, file.code) : text!),
  };
}

function classContract({ file }: Pick<ParsedModule, 'file'>, node: Node): CodeContract {
  const text = normalizeCode(file.code.slice(node.span.start, node.span.end));
  return { place: placeOf(file, node), code: digest([text]).slice(0, 16) };
}

function valueContract(analysis: ModuleAnalysis, node: Node): CodeContract {
  const stored = storedFormOf(node, analysis);
  const data: ContractData | undefined = stored?.takes.reads && {
    gives: 'unknown',
    takes: toTaken(stored.takes, 'unknown'),
  };
  return { ...classContract(analysis, node), ...(data && { data }) };
}

/** The contract of a class of errors. Its name stands in its text as often as not: `this.name = 'Denied'`. */
export function errorContract({ file }: Pick<ParsedModule, 'file'>, cls: ErrorClassCode): CodeContract {
  const { start, end } = cls.node.span;
  const text = normalizeCode(file.code.slice(start, end));
  const body = text.split(/([\p{ID_Continue}$]+)/u).map((word) => (word === nameOf(cls.id) ? '#' : word));
  const reads = fieldsOfErrors(cls);
  const data: ContractData = { gives: 'unknown', takes: { type: 'unknown', reads } };
  return {
    ...classContract({ file }, cls.node),
    isError: true,
    ...(reads.length > 0 && { data }),
    body: digest(body).slice(0, 16),
  };
}

const placeOf = ({ name, positions }: SourceFile, { span }: Node): string => `${name}:${positions.at(span.start).line}`;

const digest = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\n\n')).digest('hex');
