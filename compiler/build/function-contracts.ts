/** The contracts of the functions of a build: what calls that are stored count on, see `runtime/contract`. */
import { createHash } from 'node:crypto';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { FunctionContract } from '../../runtime/contract/function-contracts.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { needsSelf } from '../analyze/function-place.ts';
import { parametersOf, textWithoutNames } from '../analyze/parameters.ts';
import { isFunction } from '../ast.ts';
import { normalizeCode } from '../normalize-code.ts';
import type { BuildModule } from './build-modules.ts';

/** From one build to the next most analyses stay. */
const known = new WeakMap<ModuleAnalysis, ReadonlyMap<string, FunctionContract>>();

/** The contract of each workflow and step of a module, by id. */
export function functionContracts({ analysis }: Pick<BuildModule, 'analysis'>): ReadonlyMap<string, FunctionContract> {
  let contracts = known.get(analysis);
  if (!contracts) {
    contracts = new Map(analysis.functions.map((fn) => [fn.id, toContract(analysis, fn)]));
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
    [...functionContracts(module)].filter(([, { isOrdered }]) => isOrdered).map(([id, { code }]) => `${id} ${code}`),
  );
  return ordered.length === 0 ? buildId : (digest([buildId, ...ordered]).slice(0, buildId.length) as BuildId);
}

function toContract({ file, bindings }: ModuleAnalysis, fn: DirectiveFunction): FunctionContract {
  const { captures, isOrdered, node, form } = fn;
  // The agent calls an option, and always in the same way.
  const hasParameters = isFunction(node) && form !== 'agent-option';
  const names = [...(needsSelf(fn) || captures.self ? ['this'] : []), ...captures.values.map(({ name }) => name)];
  const used = [...captures.helpers.map((helper) => helper.node), ...captures.siblings.map((one) => one.step.node)];
  const [text, ...others] = [node, ...used].map(({ span }) => file.code.slice(span.start, span.end));
  const digestWith = (own: string): string => digest([own, ...others].map(normalizeCode)).slice(0, 16);
  return {
    place: `${file.name}:${file.positions.at(node.span.start).line}`,
    ...(names.length > 0 && { captures: names }),
    ...(isOrdered && { isOrdered }),
    ...(hasParameters && { parameters: parametersOf(node, bindings) }),
    code: digestWith(text!),
    body: digestWith(hasParameters ? textWithoutNames(node, file.code) : text!),
  };
}

const digest = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\n\n')).digest('hex');
