/** Lists the code that is left out of workflows, for the manifest. */
import type { Manifest } from '../../runtime/contract/build.ts';
import { child, text } from '../ast.ts';
import { loadedSources, type WorkflowCode } from '../workflow-code/workflow-code.ts';
import type { BuildModule, BuildModules } from './build-modules.ts';
import { type CodeChoices, effectsKey } from './code-choices.ts';
import { readSourceFile } from './source-files.ts';

/** By file, in the order of the text. `undefined`: nothing is left out. */
export function listLeftOut(rootDir: string, modules: BuildModules, choices: CodeChoices): Manifest['leftOut'] {
  const compiled = modules.all.flatMap((module) => {
    const code = modules.last(module.source.path, 'workflow')?.workflowCode;
    const listed = code ? listOf(module, code, choices) : [];
    return listed.length > 0 ? [[module.source.name, listed] as const] : [];
  });
  const byFile = [...compiled, ...listReExports(rootDir, choices)];
  return byFile.length > 0 ? Object.fromEntries(byFile) : undefined;
}

function listReExports(rootDir: string, choices: CodeChoices): [string, { line: number; reason: string }[]][] {
  const byPath = Map.groupBy(choices.reExports(), ({ path }) => path);
  return Array.from(byPath, ([path, found]) => {
    const { name, positions } = readSourceFile(rootDir, path);
    const inOrder = found.sort((a, b) => a.index - b.index);
    return [name, inOrder.map(({ index, reason }) => ({ line: positions.at(index).line, reason }))];
  });
}

function listOf({ source }: BuildModule, code: WorkflowCode, choices: CodeChoices): { line: number; reason: string }[] {
  const { path, positions } = source;
  const parts = code.optional.flatMap(({ unit, key, host }) => {
    const reason = host?.reason ?? choices.reason({ path, key });
    return reason === null || code.evaluated.has(unit) ? [] : [{ start: unit.node.span.start, reason }];
  });
  const items = new Set(code.units.map(({ item }) => item));
  const loaded = loadedSources(code);
  const imports = [...items].flatMap((item) => {
    const source = child(item, 'source');
    const name = source ? text(source) : '';
    const reason = loaded.has(name) ? choices.reason({ path, key: effectsKey(name) }) : null;
    return reason === null ? [] : [{ start: item.span.start, reason }];
  });
  return [...parts, ...imports]
    .sort((a, b) => a.start - b.start)
    .map(({ start, reason }) => ({ line: positions.at(start).line, reason }));
}
