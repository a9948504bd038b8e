/** The types that contracts hold, asked of the project's TypeScript. */
import type { CodeContract } from '../../runtime/contract/code-contracts.ts';
import type { TakenValue, StoredType } from '../../runtime/contract/stored-types.ts';
import type { DirectiveFunction, ModuleAnalysis, PassableClass } from '../analyze/module-analysis.ts';
import { parameterPatterns } from '../analyze/parameters.ts';
import { findStoreFunctions } from '../analyze/serializable-classes.ts';
import { followParameter, followValue, type FlowPlace, type ValueFlow } from '../analyze/value-flow.ts';
import type { MemberNames } from '../analyze/value-uses.ts';
import type { Reference } from '../analyze/scope.ts';
import { contains, isFunction, type Node, parentOf, type Span } from '../ast.ts';

/** A class of errors that steps may throw. */
export interface ReachedError {
  /** Without the types of its fields. */
  contract: CodeContract;
  /** The name in its declaration, by which TypeScript knows its fields; `null`: it has none. */
  name: Span | null;
}

/** By their ids and the absolute path of their file. */
export type ReachedErrors = ReadonlyMap<string, ReadonlyMap<string, ReachedError>>;

/** A value to ask for; `awaited result`: the one of the function at the span. */
interface Question {
  span: Span;
  of: 'expression' | 'awaited result';
  /** Texts and numbers count as any text and number, but members of enums as themselves. */
  isWide?: true;
  /** It is the name of a class of errors, and the question is which fields they have. */
  isError?: true;
}

/** Questions about one file. */
export interface FileQuestions {
  /** Absolute. */
  path: string;
  questions: readonly Question[];
}

/** Asks TypeScript. Answers have the order of the questions; `null`: the project has none that is supported. */
export type ReadTypes = (files: readonly FileQuestions[]) => Promise<readonly (readonly StoredType[])[] | null>;

/** A value that a function takes. */
interface TakenQuestion extends Question {
  reads: TakenValue['reads'];
}

/** The questions about one function or class. */
interface CodeQuestions {
  id: string;
  questions: readonly Question[];
  /** The additions to its contract when the answers are there. */
  toContract(typeOf: (question: Question) => StoredType): Partial<CodeContract>;
}

/** The code whose types count. */
interface TypedCode {
  analyses: readonly ModuleAnalysis[];
  errors: ReachedErrors;
}

/** Adds to the contracts of functions and classes, by their ids, what TypeScript knows. */
export async function addTypes(
  contracts: ReadonlyMap<string, CodeContract>,
  { analyses, errors }: TypedCode,
  readTypes: ReadTypes,
): Promise<ReadonlyMap<string, CodeContract>> {
  const ofFiles = new Map(
    analyses.map((analysis) => [analysis.file.path, [...functionQuestions(analysis), ...classQuestions(analysis)]]),
  );
  for (const [path, classes] of errors)
    ofFiles.set(path, [...(ofFiles.get(path) ?? []), ...errorQuestions(classes, contracts)]);
  const files = Array.from(ofFiles, ([path, code]) => ({ path, code })).filter(({ code }) => code.length > 0);
  if (files.length === 0) return contracts;
  const asked = files.map(({ path, code }) => ({ path, questions: code.flatMap(({ questions }) => questions) }));
  const answers = await readTypes(asked);
  if (!answers) return contracts;
  const types = new Map(
    asked.flatMap(({ questions }, at) => questions.map((one, index) => [one, answers[at]![index]!])),
  );
  const added = files.flatMap(({ code }) =>
    code
      .filter(({ questions }) => questions.some((question) => types.get(question) !== 'unknown'))
      .map(({ id, toContract }): [string, CodeContract] => [
        id,
        { ...contracts.get(id)!, ...toContract((question) => types.get(question)!) },
      ]),
  );
  return new Map([...contracts, ...added]);
}

/** Only the agent calls the functions among its options. */
function functionQuestions(analysis: ModuleAnalysis): CodeQuestions[] {
  const { functions, bindings } = analysis;
  const marked = markedIn(analysis);
  return functions
    .filter(({ node, form }) => isFunction(node) && form !== 'agent-option')
    .map((fn) => {
      const parameters = parameterQuestions(fn.node, analysis, marked);
      const captures = capturedUses(fn).map(([name, uses]): [string, TakenQuestion] => [
        name,
        {
          span: uses[0]!.node.span,
          of: 'expression',
          // A constant has a type of its own: another one now is no other kind of value.
          isWide: true,
          reads: pathsOf(placesIn(followValue(uses, bindings, marked))),
        },
      ]);
      const result: Question = { span: fn.node.span, of: 'awaited result' };
      return {
        id: fn.id,
        questions: [...parameters, ...captures.map(([, question]) => question), result],
        toContract: (typeOf) => ({
          types: {
            parameters: parameters.map((question) => toTaken(question, typeOf(question))),
            captures: Object.fromEntries(
              captures.map(([name, question]) => [name, toTaken(question, typeOf(question))]),
            ),
            result: typeOf(result),
          },
        }),
      };
    });
}

function classQuestions(analysis: ModuleAnalysis): CodeQuestions[] {
  const toQuestions = ({ classId, node }: PassableClass): CodeQuestions[] => {
    const stored = storedFormOf(node, analysis);
    if (!stored) return [];
    const { gives, takes } = stored;
    const toContract: CodeQuestions['toContract'] = (typeOf) => ({
      data: { gives: typeOf(gives), takes: toTaken(takes, typeOf(takes)) },
    });
    return [{ id: classId, questions: [gives, takes], toContract }];
  };
  return analysis.classes.flatMap(toQuestions);
}

/** Any code may read any field. */
function errorQuestions(
  classes: ReadonlyMap<string, ReachedError>,
  contracts: ReadonlyMap<string, CodeContract>,
): CodeQuestions[] {
  return [...classes].flatMap(([id, { name }]): CodeQuestions[] => {
    if (!name || !contracts.get(id)!.isError) return [];
    const fields: Question = { span: name, of: 'expression', isWide: true, isError: true };
    const toContract: CodeQuestions['toContract'] = (typeOf) => ({
      data: { gives: typeOf(fields), takes: { type: typeOf(fields) } },
    });
    return [{ id, questions: [fields], toContract }];
  });
}

/** The data of an instance, as its class gives and takes them; `null`: it has no functions of its own for that. */
export function storedFormOf(node: Node, analysis: ModuleAnalysis): { gives: Question; takes: TakenQuestion } | null {
  const { serialize, deserialize } = findStoreFunctions(node, analysis.bindings);
  const [takes] = deserialize ? parameterQuestions(deserialize, analysis, markedIn(analysis)) : [];
  return serialize && takes ? { gives: { span: serialize.span, of: 'awaited result' }, takes } : null;
}

const markedIn = ({ functions }: ModuleAnalysis): ReadonlySet<Node> => new Set(functions.map(({ node }) => node));

function parameterQuestions(fn: Node, analysis: ModuleAnalysis, marked: ReadonlySet<Node>): TakenQuestion[] {
  const { contextUses } = analysis.bindings;
  const readsAll = contextUses.some(({ name, owner }) => name === 'arguments' && owner.node === fn);
  return parameterPatterns(fn).map((pattern) => ({
    span: pattern.type === 'AssignmentPattern' ? (pattern['left'] as Node).span : pattern.span,
    of: 'expression',
    reads: readsAll ? undefined : parameterReads(pattern, analysis, marked),
  }));
}

/** A value that a function takes, for its contract. */
export const toTaken = ({ reads }: TakenQuestion, type: StoredType): TakenValue => ({ type, ...(reads && { reads }) });

/** The uses of captured variables, by name, in the step and in the functions that it brings along. */
function capturedUses({ node, captures }: DirectiveFunction): (readonly [name: string, uses: readonly Reference[]])[] {
  const inside = [node, ...captures.helpers.map((one) => one.node), ...captures.siblings.map((one) => one.step.node)];
  return captures.values.map(({ name, references }) => [
    name,
    references.filter((one) => inside.some(({ span }) => contains(span, one.node.span))),
  ]);
}

function parameterReads(pattern: Node, { bindings }: ModuleAnalysis, marked: ReadonlySet<Node>): TakenValue['reads'] {
  const around = parentOf(pattern)!;
  const names = followParameter(around.type === 'Parameter' ? around : pattern, bindings, marked);
  return pathsOf(names.flatMap(({ members, flow }) => placesIn(flow).map((read) => below(members, read))));
}

const below = (members: MemberNames, read: FlowPlace): FlowPlace => ({
  ...read,
  members: [...members, ...read.members],
});

const placesIn = ({ reads, compared }: ValueFlow): FlowPlace[] => [...reads, ...compared];

/** The paths that are read; `undefined`: all is. */
function pathsOf(reads: readonly FlowPlace[]): readonly string[] | undefined {
  const paths = reads.filter(({ isWalk }) => !isWalk).map(({ members }) => members.map((key) => key ?? '*').join('.'));
  return paths.includes('') ? undefined : [...new Set(paths)].sort();
}
