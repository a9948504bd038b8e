/** Options that are set on functions: `charge.maxRetries = 5`, `Object.assign(charge, { maxRetries: 5 })`. */
import { type Node, child, children, staticKey, text, unwrap } from '../../../compiler/ast.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type CodeOrigin, originOf } from './origins.ts';
import { possibleValues, propertiesIn } from './possible-values.ts';

/** A property that is set on a function of the project. */
export interface FunctionOption {
  fn: CodeOrigin & { kind: 'function' };
  option: string;
  /** The node of its name. */
  name: Node;
  value: Node;
  /** The file of name and value. */
  file: ProjectFile;
  /** Where the option is set: the name itself, unless another file has it. */
  place: Node;
  /** Whether it is one of the options in `retry`: `charge.retry.minDelay = '1s'`. */
  isOfRetry?: boolean;
}

/** The options that a file sets, in no particular order. */
export function listOptions(project: Project, file: ProjectFile): FunctionOption[] {
  const { nodes } = file.bindings;
  return [
    ...nodes
      .of('AssignmentExpression')
      .flatMap((node) => readOption(project, file, node) ?? readInRetry(project, file, node) ?? []),
    ...nodes.of('CallExpression').flatMap((node) => optionsOfCall(project, file, node)),
  ];
}

/** The option that an assignment sets; `null` when it sets anything else. */
export function readOption(project: Project, file: ProjectFile, assignment: Node): FunctionOption | null {
  const target = child(assignment, 'left');
  const option = target?.type === 'MemberExpression' ? staticKey(child(target, 'property')) : null;
  if (option === null || !/^(?:\?\?|\|\|)?=$/.test(text(assignment, 'operator'))) return null;
  const fn = originOf(project, file, child(target!, 'object')!);
  if (fn?.kind !== 'function') return null;
  const name = child(target!, 'property')!;
  return { fn, option, name, value: child(assignment, 'right')!, file, place: name };
}

/** `charge.retry.minDelay = '1s'`. */
function readInRetry(project: Project, file: ProjectFile, assignment: Node): FunctionOption | null {
  const target = child(assignment, 'left')!;
  const object = target.type === 'MemberExpression' ? unwrap(child(target, 'object')!) : null;
  if (object?.type !== 'MemberExpression' || staticKey(child(object, 'property')) !== 'retry') return null;
  const option = staticKey(child(target, 'property'));
  const fn = originOf(project, file, child(object, 'object')!);
  if (fn?.kind !== 'function' || option === null) return null;
  const name = child(target, 'property')!;
  return { fn, option, name, value: child(assignment, 'right')!, file, place: name, isOfRetry: true };
}

/** Methods of `Object` and `Reflect` that set properties. */
const SETTERS = /^(?:Object,assign|(?:Object|Reflect),defineProperty|Reflect,set)$/;

function optionsOfCall(project: Project, file: ProjectFile, call: Node): FunctionOption[] {
  const callee = child(call, 'callee')!;
  if (
    callee.type !== 'MemberExpression' ||
    !/^(?:assign|defineProperty|set)$/.test(staticKey(child(callee, 'property')) ?? '')
  )
    return [];
  const origin = originOf(project, file, callee);
  if (origin?.kind !== 'global' || !SETTERS.test(origin.path.join())) return [];
  const [target, ...others] = children(call, 'arguments');
  const fn = target && originOf(project, file, target);
  if (fn?.kind !== 'function') return [];
  if (origin.path[1] === 'assign') return others.flatMap((source) => assigned(project, { file, fn, source }));
  const [name, given] = others;
  const option = name?.type === 'StringLiteral' ? text(name) : null;
  const value = origin.path[1] === 'set' ? given : valueOfDescriptor(project, file, given);
  return option !== null && value ? [{ fn, option, name: name!, value, file, place: name! }] : [];
}

function assigned(
  project: Project,
  { file, fn, source }: Pick<FunctionOption, 'file' | 'fn'> & { source: Node },
): FunctionOption[] {
  return possibleValues(project, { file, node: source })
    .filter(({ node }) => node.type === 'ObjectExpression')
    .flatMap((object) =>
      propertiesIn(project, object).map((property) => ({
        fn,
        option: property.name,
        name: property.key,
        value: property.value,
        file: property.file,
        place: property.file === file ? property.key : source,
      })),
    );
}

function valueOfDescriptor(project: Project, file: ProjectFile, descriptor: Node | undefined): Node | undefined {
  if (descriptor?.type !== 'ObjectExpression') return undefined;
  return propertiesIn(project, { file, node: descriptor }).find(({ name }) => name === 'value')?.value;
}
