/**
 * The code of a module that does something when the module loads, besides workflows and exports: statements, imports
 * for their effects, values that are made by calls, classes that register themselves. It stays in workflow code unless
 * it needs the host; so each part can be left out on its own.
 */
import { isBuiltin } from 'node:module';
import { type Node, child, text } from '../ast.ts';
import type { FunctionsOfModule, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { findHostOptions } from './host-options.ts';
import { type HostNeed, findHostNeed } from './host-needs.ts';
import { mayHaveEffects } from './load-effects.ts';
import type { ModuleUses, Unit } from './module-units.ts';

/** Code that workflow code can do without, as far as the module alone can tell. */
export interface OptionalPart {
  unit: Unit;
  /** The unit, and all units whose names it uses, directly or through others. */
  needs: readonly Unit[];
  /** Changes with the text of the part and of all that it needs in the module. */
  key: string;
  /** The modules that it names: of the imports that it needs, in the order of the text. */
  sources: readonly string[];
  /** Why it cannot be in workflow code; `null` when the module alone does not show a reason. */
  host: HostNeed | null;
}

/** Finds the parts of a module, in the order of the text. @param isWanted Units that count although they do nothing. */
export function findOptionalParts(
  analysis: ModuleAnalysis,
  uses: ModuleUses,
  isWanted: (unit: Unit) => boolean,
): OptionalPart[] {
  const hostOptions = new Set(findHostOptions(analysis));
  const parts = uses.units.filter(
    (unit) => !hostOptions.has(unit.node) && (isOptional(analysis, unit) || isWanted(unit)),
  );
  return parts.map((unit) => toPart(analysis, uses, unit));
}

/** Files that are no code: bundlers give them to an application. */
const ASSET = /\.(?:css|scss|sass|less|styl|pcss|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf)(?:\?|$)/;
/** Packages that are imported for the process, or to say where a file belongs. */
const FOR_PROCESS = /^(?:dotenv(?:\/|$)|server-only$|client-only$|source-map-support(?:\/|$))/;

function isOptional(analysis: ModuleAnalysis, unit: Unit): boolean {
  if (unit.kind !== 'import') return mayHaveEffects(analysis, unit);
  if (unit.node !== unit.item || unit.item.type !== 'ImportDeclaration') return false;
  const source = text(child(unit.item, 'source')!);
  return !ASSET.test(source) && !FOR_PROCESS.test(source) && !isBuiltin(source);
}

/** A unit with what it needs. */
export function toPart(analysis: FunctionsOfModule, uses: ModuleUses, unit: Unit): OptionalPart {
  const needs = neededUnits(uses, unit);
  const { code } = analysis.file;
  return {
    unit,
    needs,
    key: needs.map(({ item, node, kind }) => textOf(code, kind === 'import' ? item : node)).join('\n'),
    sources: [...new Set(needs.flatMap(sourceOf))],
    host: findHostNeed(analysis, uses, needs),
  };
}

const textOf = (code: string, { span }: Node): string => code.slice(span.start, span.end);

function sourceOf({ kind, item }: Unit): string[] {
  const source = kind === 'import' || kind === 'export' ? child(item, 'source') : null;
  return source ? [text(source)] : [];
}

function neededUnits({ references, declaring }: ModuleUses, unit: Unit): Unit[] {
  const needed = new Set([unit]);
  // A set gives what is added while it is walked.
  for (const one of needed) {
    for (const { binding } of references.get(one) ?? [])
      for (const declared of (binding && declaring.get(binding)) ?? []) needed.add(declared);
  }
  return [...needed];
}
