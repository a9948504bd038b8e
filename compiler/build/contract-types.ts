/** The types that contracts hold, asked of the project's TypeScript. */
import type { CodeContract, ContractTypes } from '../../runtime/contract/code-contracts.ts';
import type { TakenValue, StoredType } from '../../runtime/contract/stored-types.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { parameterPatterns } from '../analyze/parameters.ts';
import { followParameter, followValue, type FlowPlace, type ValueFlow } from '../analyze/value-flow.ts';
import type { MemberNames } from '../analyze/value-uses.ts';
import type { Reference } from '../analyze/scope.ts';
import { contains, isFunction, type Node, parentOf, type Span } from '../ast.ts';

/** A value to ask for; `awaited result`: the one of the function at the span. */
interface Question {
  span: Span;
  of: 'expression' | 'awaited result';
  /** Texts and numbers count as any text and number, but members of enums as themselves. */
  isWide?: true;
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

interface FunctionQuestions {
  id: string;
  parameters: readonly TakenQuestion[];
  captures: readonly (readonly [name: string, question: TakenQuestion])[];
  result: Question;
}

/** Adds to the contracts of functions, by their ids, what TypeScript knows. */
export async function addTypes(
  contracts: ReadonlyMap<string, CodeContract>,
  analyses: readonly ModuleAnalysis[],
  readTypes: ReadTypes,
): Promise<ReadonlyMap<string, CodeContract>> {
  const files = analyses
    .map((analysis) => ({ path: analysis.file.path, functions: functionQuestions(analysis) }))
    .filter(({ functions }) => functions.length > 0);
  if (files.length === 0) return contracts;
  const asked = files.map(({ path, functions }) => ({ path, questions: functions.flatMap(listOf) }));
  const answers = await readTypes(asked);
  if (!answers) return contracts;
  const types = new Map(
    asked.flatMap(({ questions }, at) => questions.map((one, index) => [one, answers[at]![index]!])),
  );
  const takenOf = (question: TakenQuestion): TakenValue => {
    const { reads } = question;
    return { type: types.get(question)!, ...(reads && { reads }) };
  };
  const added = files.flatMap(({ functions }) =>
    functions
      .filter((fn) => listOf(fn).some((question) => types.get(question) !== 'unknown'))
      .map(({ id, parameters, captures, result }): [string, CodeContract] => {
        const taken = captures.map(([name, question]) => [name, takenOf(question)]);
        const known: ContractTypes = {
          parameters: parameters.map(takenOf),
          captures: Object.fromEntries(taken),
          result: types.get(result)!,
        };
        return [id, { ...contracts.get(id)!, types: known }];
      }),
  );
  return new Map([...contracts, ...added]);
}

const listOf = ({ parameters, captures, result }: FunctionQuestions): Question[] => [
  ...parameters,
  ...captures.map(([, question]) => question),
  result,
];

/** Only the agent calls the functions among its options. */
function functionQuestions(analysis: ModuleAnalysis): FunctionQuestions[] {
  const { functions, bindings } = analysis;
  const marked = new Set(functions.map(({ node }) => node));
  return functions
    .filter(({ node, form }) => isFunction(node) && form !== 'agent-option')
    .map((fn) => {
      const { id, node } = fn;
      const readsAll = bindings.contextUses.some(({ name, owner }) => name === 'arguments' && owner.node === node);
      return {
        id,
        parameters: parameterPatterns(node).map((pattern) => ({
          span: pattern.type === 'AssignmentPattern' ? (pattern['left'] as Node).span : pattern.span,
          of: 'expression',
          reads: readsAll ? undefined : parameterReads(pattern, analysis, marked),
        })),
        captures: capturedUses(fn).map(([name, uses]) => [
          name,
          {
            span: uses[0]!.node.span,
            of: 'expression',
            // A constant has a type of its own: another one now is no other kind of value.
            isWide: true,
            reads: pathsOf(placesIn(followValue(uses, bindings, marked))),
          },
        ]),
        result: { span: node.span, of: 'awaited result' },
      };
    });
}

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
