/** Names and imports in the file of a workflow that lead to a hazard in another file. */
import { type Node, text } from '../../../../compiler/ast.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { makeToolStep } from '../../edits/tool-step.ts';
import { type Finding, type RelatedPlace, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import type { Reach, ReachedModule, ReachedPart } from '../../reach/reach.ts';
import { evaluatedHazard, leadsToHazard } from './evaluated-hazards.ts';
import type { Hazard } from './hazards.ts';
import { siteText } from './import-chain.ts';
import { sandboxError } from './messages.ts';
import { nearestHazards } from './nearest-hazards.ts';
import { offerStep } from './step-offers.ts';

/** A hazard with the places on the way to it. */
interface Found {
  file: ProjectFile;
  hazard: Hazard;
  /** The place nearest to the hazard comes first. */
  way: RelatedPlace[];
}

/** The findings in the file of a workflow; none in other files. */
export function unsafeHelpers({ project, file }: FileCode, reach: Reach): Finding[] {
  const module = reach.modules.get(file.source.path);
  if (!module || module.code.workflows.length === 0) return [];
  return [
    ...reach.partsOf(file.source.path).flatMap((part) => unsafeUses(project, reach, part)),
    ...module.imports.flatMap((site) => unsafeImports(reach, file, site)),
  ];
}

/** The uses of names that lead to a hazard in another file. */
function unsafeUses(project: Project, reach: Reach, { part: { file }, uses }: ReachedPart): Finding[] {
  const found = new Map<Node, Finding>();
  for (const { node, to } of uses) {
    const nearest = to.part.file === file || found.has(node) ? undefined : nearestHazards(reach).get(to);
    if (!nearest || nearest.part.part.file === file) continue;
    const { hazard, part } = nearest;
    const finding = toFinding(file, node, { file: part.part.file, hazard, way: wayTo(reach, to) });
    const fixes = [...makeToolStep(project, file, node), ...offerStep(project, file, { place: node, hazard })];
    found.set(node, { ...finding, fixes });
  }
  return [...found.values()];
}

function wayTo(reach: Reach, start: ReachedPart): RelatedPlace[] {
  const places: RelatedPlace[] = [];
  for (let at = start; ;) {
    const next = nearestHazards(reach).get(at)?.next;
    if (!next) return places;
    places.unshift(placeOf(at.part.file, next.node, `"${text(next.node)}" is used here.`));
    at = next.to;
  }
}

/** An import that leads to a module with a hazard in the code that runs when it loads. */
function unsafeImports(reach: Reach, file: ProjectFile, { source, to }: ReachedModule['imports'][number]): Finding[] {
  if (!leadsToHazard(reach, to)) return [];
  const queue: { at: ReachedModule; way: RelatedPlace[] }[] = [{ at: to, way: [] }];
  const seen = new Set([to]);
  for (const { at, way } of queue) {
    const hazard = at.code.file === file ? undefined : evaluatedHazard(reach, at);
    if (hazard) return [toFinding(file, source, { file: at.code.file, hazard, way })];
    for (const next of at.imports) {
      if (seen.has(next.to)) continue;
      seen.add(next.to);
      const place = placeOf(at.code.file, next.source, 'The module is imported here, so it loads.');
      queue.push({ at: next.to, way: [place, ...way] });
    }
  }
  return [];
}

function toFinding(user: ProjectFile, node: Node, { file, hazard, way }: Found): Finding {
  const place = siteText(file, hazard.node);
  const error = sandboxError('sandbox_helper_unsafe', { name: text(node), subject: hazard.subject, place });
  const related = [placeOf(file, hazard, `${hazard.subject} is used here.`), ...way];
  return createFinding(user, node.span, error, { related });
}

function placeOf(file: ProjectFile, { span }: { span: Node['span'] }, message: string): RelatedPlace {
  return { file: file.source.path, span, message };
}
