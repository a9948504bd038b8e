/** Lists the code that is left out of workflows, for the manifest. */
import type { Manifest } from '../../runtime/contract/build.ts';
import { child, text } from '../ast.ts';
import { loadedSources } from '../workflow-code/workflow-code.ts';
import type { BuildModules, CutModule } from './build-modules.ts';
import { type CodeChoices, effectsKey } from './code-choices.ts';

/** By file, in the order of the text. `undefined`: nothing is left out. */
export function listLeftOut(modules: BuildModules, choices: CodeChoices): Manifest['leftOut'] {
  const byFile = modules.inWorkflows.flatMap((module) => {
    const listed = listOf(module, choices);
    return listed.length > 0 ? [[module.source.name, listed] as const] : [];
  });
  return byFile.length > 0 ? Object.fromEntries(byFile) : undefined;
}

function listOf({ source, code }: CutModule, choices: CodeChoices): { line: number; reason: string }[] {
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
