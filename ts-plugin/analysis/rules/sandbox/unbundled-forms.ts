/** Code that no bundle of workflow code can hold: `await` while a module loads, and `import.meta`. */
import { type Node, isFunction } from '../../../../compiler/ast.ts';
import { memberAround } from '../../../../compiler/globals/member-chain.ts';
import { compileError } from '../../../../compiler/messages.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';
import { functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { ReachedModule } from '../../reach/reach.ts';

/**
 * The findings of one module, as the build has them: every `await`, because a bundler refuses the module as a whole,
 * and each `import.meta` that is left in the bundle.
 * @param reached The parts of the module that workflows reach.
 */
export function unbundledForms({ code: { file, kept } }: ReachedModule, reached: readonly CodePart[]): Finding[] {
  const { code } = file.source;
  const awaits = /\bawait\b/.test(code) ? kept.flatMap(loadingAwaits) : [];
  const metas = code.includes('import.meta') ? [...reached.flatMap(metasIn), ...unusedMetas(kept, reached)] : [];
  return [
    ...awaits.map(({ span }) => createFinding(file, span, compileError('compile_await_toplevel', {}))),
    ...metas.map(({ span }) => createFinding(file, span, compileError('compile_import_meta', {}))),
  ];
}

/** The places where a part waits while its module loads. */
function loadingAwaits({ unit: { item, node }, isOfStep }: CodePart): Node[] {
  const inside = codeInside(node, (inner) => isFunction(inner) || isOfStep(inner)).filter(waits);
  return item.type === 'UsingDeclaration' && waits(item) ? [item, ...inside] : inside;
}

function waits(node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  if (node.type === 'ForOfStatement') return Boolean(node['await']);
  return node.type === 'UsingDeclaration' && node['isAwait'] === true;
}

function metasIn({ unit: { node }, isOfStep }: CodePart): Node[] {
  return codeInside(node, isOfStep).filter(({ type, kind }) => type === 'MetaProperty' && kind === 'import.meta');
}

/** A bundler keeps `import.meta.env.KEY`, which may throw, although nothing uses the value. */
function unusedMetas(kept: readonly CodePart[], reached: readonly CodePart[]): Node[] {
  const unused = kept.filter((part) => !reached.includes(part));
  return unused.flatMap(metasIn).filter((meta) => {
    const member = memberAround(meta);
    return member && memberAround(member) && !functionAround(meta);
  });
}
