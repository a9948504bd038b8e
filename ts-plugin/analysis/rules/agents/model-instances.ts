/** Models of the AI SDK, told by the packages that make them. */
import { type Node, child, unwrap } from '../../../../compiler/ast.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** Of `ai`: what gives a model when it is called. */
const MODEL_MAKERS = new Set(['gateway', 'wrapLanguageModel']);
/** Of `ai` and of all packages of providers: what gives a provider, of which a call gives a model. */
const PROVIDER_MAKER = /^(?:create[A-Z]|customProvider$)/;
const PROVIDER_PACKAGE = /^@ai-sdk\/(?!provider|react|vue|svelte|angular|rsc|mcp)/;

/** A chain of calls, from the name that it begins with: `createOpenAI()('gpt-5')` has two of `createOpenAI`. */
interface Chain {
  root: Node;
  calls: number;
}

/** Whether an expression is a model that a provider's own package made, for certain. */
export function isModelInstance(project: Project, file: ProjectFile, expression: Node): boolean {
  const { root, calls } = chainOf(file, expression);
  const origin = calls === 0 ? null : originOf(project, file, root);
  if (origin?.kind !== 'package' || origin.path.length !== 1) return false;
  const [name = ''] = origin.path;
  if (PROVIDER_MAKER.test(name)) return calls === 2 && (origin.module === 'ai' || PROVIDER_PACKAGE.test(origin.module));
  return calls === 1 && (origin.module === 'ai' ? MODEL_MAKERS.has(name) : PROVIDER_PACKAGE.test(origin.module));
}

/** Through members and constants. */
function chainOf(file: ProjectFile, expression: Node): Chain {
  const node = unwrap(expression);
  if (node.type === 'MemberExpression') return chainOf(file, child(node, 'object')!);
  if (node.type === 'CallExpression') {
    const { root, calls } = chainOf(file, child(node, 'callee')!);
    return { root, calls: calls + 1 };
  }
  const held = initialValue(node);
  return held === node ? { root: node, calls: 0 } : chainOf(file, held);
}
