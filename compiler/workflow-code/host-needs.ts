/** Tells why a part of a module cannot run in a workflow, as far as its module alone shows it. */
import { isBuiltin } from 'node:module';
import { type Node, child, isWithin, text, unwrap } from '../ast.ts';
import type { FunctionsOfModule } from '../analyze/module-analysis.ts';
import { functionOf, referenceOf } from '../analyze/scope.ts';
import { toBoundCode } from '../globals/bound-code.ts';
import { findGlobalUses } from '../globals/global-uses.ts';
import { codeInside, codeOutsideFunctions } from '../walk-code.ts';
import type { ModuleUses, Unit } from './module-units.ts';

/** The thing that workflow code does not have. */
export interface HostNeed {
  /** Where the part names it, or else where it is named by code that the part leads to. */
  node: Node;
  /** As messages say it: `it uses "readFileSync" of "node:fs"`. */
  reason: string;
}

/** The first reason in the units that a part needs, beginning with the part itself; `null`: none is to be seen. */
export function findHostNeed(analysis: FunctionsOfModule, uses: ModuleUses, needs: readonly Unit[]): HostNeed | null {
  const [part] = needs;
  for (const unit of needs) {
    const need = needOf(analysis, uses, unit) ?? (unit === part ? callAtLoad(analysis, unit) : null);
    if (need) return { ...need, node: useOf(uses, part!, unit) ?? need.node };
  }
  return null;
}

/** Where a part uses another unit of the module by its name. */
function useOf({ references }: ModuleUses, part: Unit, { node }: Unit): Node | null {
  const use = references.get(part)!.find(({ binding }) => binding?.declarations.includes(node));
  return use?.node ?? null;
}

function needOf(analysis: FunctionsOfModule, uses: ModuleUses, unit: Unit): HostNeed | null {
  const source = unit.kind === 'import' ? child(unit.item, 'source') : null;
  if (source && isBuiltin(text(source))) return { node: source, reason: `it needs "${nodeName(text(source))}"` };
  if (unit.kind === 'import') return null;
  const [use] = findGlobalUses(toBoundCode(analysis, analysis.file.path), [...(uses.references.get(unit) ?? [])]);
  if (use) return { node: use.node, reason: `it uses "${use.name}"` };
  return waitsOrReadsFile(uses, unit);
}

const nodeName = (specifier: string): string => (specifier.includes(':') ? specifier : `node:${specifier}`);

/** `await` and `import.meta` of the module. */
function waitsOrReadsFile({ removed }: ModuleUses, { node }: Unit): HostNeed | null {
  const waits = codeOutsideFunctions(node).find(({ type }) => type === 'AwaitExpression' || isForAwait(type));
  if (waits) return { node: waits, reason: 'it waits, and a run loads its modules without waiting' };
  const meta = codeInside(node, (inner) => isWithin(removed, inner)).find(({ type }) => type === 'MetaProperty');
  return meta && isImportMeta(meta) ? { node: meta, reason: 'it uses "import.meta"' } : null;
}

const isForAwait = (type: string): boolean => type === 'ForAwaitStatement';

const isImportMeta = (meta: Node): boolean => meta['kind'] !== 'new.target';

/** A step or workflow that is called when the module loads: each run would call it. */
function callAtLoad({ functions }: FunctionsOfModule, { node }: Unit): HostNeed | null {
  const call = codeOutsideFunctions(node).find((inner) => {
    if (inner.type !== 'CallExpression') return false;
    const called = calledFunction(unwrap(child(inner, 'callee')!));
    return functions.some((fn) => fn.node === called);
  });
  return call ? { node: call, reason: 'it calls a workflow or a step, which each run would do again' } : null;
}

function calledFunction(callee: Node): Node | null {
  const binding = referenceOf(callee)?.binding;
  return binding ? functionOf(binding) : null;
}
