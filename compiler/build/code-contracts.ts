/** The contracts of the functions and classes of a build, see `runtime/contract`. */
import { createHash } from 'node:crypto';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { CodeContract } from '../../runtime/contract/code-contracts.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { needsSelf } from '../analyze/function-place.ts';
import { parametersOf, textWithoutNames } from '../analyze/parameters.ts';
import { isFunction, type Node } from '../ast.ts';
import type { SourceFile } from '../diagnostics.ts';
import { normalizeCode } from '../normalize-code.ts';
import type { BuildModule } from './build-modules.ts';

/** From one build to the next most analyses stay. */
const known = new WeakMap<ModuleAnalysis, ReadonlyMap<string, CodeContract>>();

/** The contract of each workflow, step and class of values of a module, by id. */
export function codeContracts({ analysis }: Pick<BuildModule, 'analysis'>): ReadonlyMap<string, CodeContract> {
  let contracts = known.get(analysis);
  if (!contracts) {
    contracts = new Map([
      ...analysis.functions.map((fn) => [fn.id, toContract(analysis, fn)] as const),
      ...analysis.classes.map(({ classId, node }) => [classId, classContract(analysis, node)] as const),
    ]);
    known.set(analysis, contracts);
  }
  return contracts;
}

/**
 * The build id, which also changes with the code of steps whose ids are a matter of order: runs of both builds may mean
 * another function by the same id. It stays as it is when there are none.
 */
export function identifyWithSteps(buildId: BuildId, modules: readonly BuildModule[]): BuildId {
  const ordered = modules.flatMap((module) =>
    [...codeContracts(module)].filter(([, { isOrdered }]) => isOrdered).map(([id, { code }]) => `${id} ${code}`),
  );
  return ordered.length === 0 ? buildId : (digest([buildId, ...ordered]).slice(0, buildId.length) as BuildId);
}

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

function classContract({ file }: ModuleAnalysis, node: Node): CodeContract {
  const text = normalizeCode(file.code.slice(node.span.start, node.span.end));
  return { place: placeOf(file, node), code: digest([text]).slice(0, 16) };
}

const placeOf = ({ name, positions }: SourceFile, { span }: Node): string => `${name}:${positions.at(span.start).line}`;

const digest = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\n\n')).digest('hex');
