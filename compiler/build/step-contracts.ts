/** The contracts of the steps of a build: what calls that are stored count on, see `runtime/contract`. */
import { createHash } from 'node:crypto';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { StepContract } from '../../runtime/contract/step-contracts.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { needsSelf } from '../analyze/function-place.ts';
import type { Span } from '../ast.ts';
import { normalizeCode } from '../normalize-code.ts';
import type { BuildModule } from './build-modules.ts';

/** From one build to the next most analyses stay. */
const known = new WeakMap<ModuleAnalysis, ReadonlyMap<string, StepContract>>();

/** The contract of each step of a module, by id. */
export function stepContractsOf({ analysis }: Pick<BuildModule, 'analysis'>): ReadonlyMap<string, StepContract> {
  let contracts = known.get(analysis);
  if (!contracts) {
    const steps = analysis.functions.filter(({ kind }) => kind === 'step');
    contracts = new Map(steps.map((step) => [step.id, toContract(analysis, step)]));
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
    [...stepContractsOf(module)].filter(([, { isOrdered }]) => isOrdered).map(([id, { code }]) => `${id} ${code}`),
  );
  return ordered.length === 0 ? buildId : (digest([buildId, ...ordered]).slice(0, buildId.length) as BuildId);
}

function toContract({ file }: ModuleAnalysis, step: DirectiveFunction): StepContract {
  const { captures, isOrdered, node } = step;
  const names = [...(needsSelf(step) || captures.self ? ['this'] : []), ...captures.values.map(({ name }) => name)];
  const parts = [
    node,
    ...captures.helpers.map((helper) => helper.node),
    ...captures.siblings.map((one) => one.step.node),
  ];
  const textOf = ({ span }: { span: Span }): string => normalizeCode(file.code.slice(span.start, span.end));
  return {
    place: `${file.name}:${file.positions.at(node.span.start).line}`,
    ...(names.length > 0 && { captures: names }),
    ...(isOrdered && { isOrdered }),
    code: digest(parts.map(textOf)).slice(0, 16),
  };
}

const digest = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\n\n')).digest('hex');
