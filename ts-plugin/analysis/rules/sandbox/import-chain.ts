/** The way by which code gets into a run: imports, in the words of the build, and uses of names. */
import { type Node, text } from '../../../../compiler/ast.ts';
import type { RelatedPlace } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { Reach, ReachedModule, ReachedPart } from '../../reach/reach.ts';

/** The way from a workflow to the import at its end, as ` Imported by a.ts:1:8 → b.ts:2:20.`; empty for no imports. */
export function importChain(reach: Reach, file: ProjectFile, last: { file: ProjectFile; source: Node } | null): string {
  const sites = last ? [siteText(last.file, last.source)] : [];
  for (const { module, source } of importsUpwards(reach.modules.get((last?.file ?? file).source.path)))
    sites.push(siteText(module.code.file, source));
  return sites.length > 0 ? ` Imported by ${sites.toReversed().join(' → ')}.` : '';
}

/** The imports between a module and a workflow, the nearest first. */
function importsUpwards(module: ReachedModule | undefined): NonNullable<ReachedModule['importedAt']>[] {
  const found = [];
  for (let at = module?.importedAt; at; at = at.module.importedAt) found.push(at);
  return found;
}

/** A place as messages show it: `src/rates.ts:4:23`. */
export function siteText({ source: { name, positions } }: ProjectFile, { span }: Node): string {
  const { line, column } = positions.at(span.start);
  return `${name}:${line}:${column + 1}`;
}

/** The places between a part of a module and the workflow, the nearest first. */
export function wayToWorkflow(reach: Reach, reached: ReachedPart): RelatedPlace[] {
  const places: RelatedPlace[] = [];
  let at = reached;
  for (; at.usedAt; at = at.usedAt.from) {
    const { from, node } = at.usedAt;
    places.push({ file: from.part.file.source.path, span: node.span, message: `${quoted(node)} is used here.` });
  }
  if (isWorkflow(reach, at)) return places;
  for (const { module, source } of importsUpwards(reach.modules.get(at.part.file.source.path)))
    places.push({
      file: module.code.file.source.path,
      span: source.span,
      message: `The module is imported here, so it loads.`,
    });
  return places;
}

function isWorkflow(reach: Reach, { part }: ReachedPart): boolean {
  return reach.modules.get(part.file.source.path)?.code.workflows.includes(part) ?? false;
}

function quoted(node: Node): string {
  return `"${text(node)}"`;
}
