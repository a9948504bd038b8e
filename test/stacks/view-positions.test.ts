/**
 * Source maps of all samples: what a view keeps of the source leads back to its line and column. Which parts it keeps
 * is said here once more: all but workflows, and in the workflow view the bodies of workflows, without functions that
 * only steps use.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeModule } from '../../compiler/analyze/analyze-module.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../../compiler/analyze/module-analysis.ts';
import type { Binding } from '../../compiler/analyze/scope.ts';
import { type Node, type Span, child, contains, eachChild, isFunction } from '../../compiler/ast.ts';
import { type View, compileModule } from '../../compiler/compile-module.ts';
import { createSourceFile } from '../../compiler/diagnostics.ts';

const SAMPLES = join(import.meta.dirname, '../samples');
const MODULE_ID = './input';
const LEAF = /^(?:Identifier|StringLiteral|NumericLiteral|BigIntLiteral|BooleanLiteral|RegExpLiteral|ThisExpression)$/;

interface Sample {
  name: string;
  path: string;
  code: string;
}

const samples = readdirSync(SAMPLES)
  .filter((name) => !name.startsWith('error-'))
  .map((name): Sample => {
    const input = readdirSync(join(SAMPLES, name)).find((file) => file.startsWith('input.'))!;
    const path = join(SAMPLES, name, input);
    return { name, path, code: readFileSync(path, 'utf8') };
  });

describe.each(samples)('what the views keep of $name', (sample) => {
  test.each<View>(['application', 'client', 'workflow'])('leads to its place in the source, in the %s view', (view) => {
    const { path, code } = sample;
    const file = createSourceFile({ path, name: 'input', code });
    const analysis = analyzeModule(file, MODULE_ID)!;
    const compiled = compileModule({ path, code, name: 'input', moduleId: MODULE_ID, view })!;
    const found = placesOf(compiled.code, compiled.map.toString());
    const lost = keptLeaves(analysis, view)
      .map(({ span }) => ({ text: code.slice(span.start, span.end).split('\n')[0]!, ...file.positions.at(span.start) }))
      .filter(({ text, line, column }) => !found.get(`${line}:${column}`)?.some((rest) => rest.startsWith(text)));
    expect(lost).toEqual([]);
  });
});

/** Identifiers and literals that a view has to keep. */
function keptLeaves({ items, functions, fileDirectives }: ModuleAnalysis, view: View): Node[] {
  const directives = [...fileDirectives, ...functions.flatMap((fn) => fn.directives)];
  const isInBody = ({ form, node }: DirectiveFunction, span: Span): boolean =>
    contains((form === 'agent-option' ? node : child(node, 'body')!).span, span);
  const moved = helpersOfSteps(functions);
  return items.flatMap(leavesIn).filter(({ span }) => {
    if (directives.some((directive) => contains(directive, span))) return false;
    const around = functions.filter(({ node }) => contains(node.span, span));
    const workflow = around.find(({ kind }) => kind === 'workflow');
    const step = around.find(({ kind }) => kind === 'step');
    const isLeft = step === undefined && !moved.some((helper) => contains(helper.span, span));
    if (view === 'workflow') return workflow !== undefined && isLeft && isInBody(workflow, span);
    return workflow === undefined || (view === 'application' && step !== undefined && isInBody(step, span));
  });
}

/** Local functions that nothing but steps and such functions uses. */
function helpersOfSteps(functions: readonly DirectiveFunction[]): Node[] {
  const steps = functions.filter(({ kind }) => kind === 'step');
  const helpers = steps.flatMap(({ captures }) => captures.helpers).filter(({ node }) => isFunction(node));
  const users = [...steps, ...helpers].map(({ node }) => node.span);
  const isUsedBySteps = ({ references }: Binding): boolean =>
    references.every((use) => users.some((user) => contains(user, use.node.span)));
  return helpers.filter(({ binding }) => isUsedBySteps(binding)).map(({ node }) => node);
}

function leavesIn(node: Node): Node[] {
  if (LEAF.test(node.type)) return [node];
  const leaves: Node[] = [];
  eachChild(node, (inner) => leaves.push(...leavesIn(inner)));
  return leaves;
}

/**
 * The text of the view at each place (`line:column`) of the source: the rest of the line, for each copy of the place.
 */
function placesOf(code: string, mapText: string): Map<string, string[]> {
  const map = new SourceMap(JSON.parse(mapText));
  const found = new Map<string, string[]>();
  code.split('\n').forEach((text, line) => {
    for (let column = 0; column < text.length; column++) {
      const entry = map.findEntry(line, column);
      if (!('originalLine' in entry) || entry.generatedLine !== line || entry.generatedColumn !== column) continue;
      const place = `${entry.originalLine + 1}:${entry.originalColumn}`;
      found.set(place, [...(found.get(place) ?? []), text.slice(column)]);
    }
  });
  return found;
}
