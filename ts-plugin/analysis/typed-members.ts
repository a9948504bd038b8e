/** Workflows and steps that are called as members of values: only types tell what these are. */
import { type Node, child, staticKey, unwrap } from '../../compiler/ast.ts';
import { type CallSite, isDropped, methodOf } from './call-sites.ts';
import type { Origin } from './origins.ts';
import type { Project, ProjectFile } from './project.ts';
import { directiveAround } from './surroundings.ts';

/** The sites with the steps and workflows that names alone did not lead to. Without types they stay as they are. */
export function withTypedMembers(project: Project, file: ProjectFile, sites: readonly CallSite[]): CallSite[] {
  const asked = sites.flatMap((site) => {
    const name = site.origin?.kind === 'function' ? null : memberName(site.callee);
    return name && isOfInterest(site) ? [{ site, index: name.span.start }] : [];
  });
  if (asked.length === 0 || !project.types) return [...sites];
  const places = project.types.declarations(
    file.source.path,
    asked.map(({ index }) => index),
  );
  const origins = new Map(
    asked.map(({ site }, index) => {
      const place = places[index];
      return [site, place ? directiveAt(project.file(place.path), place.index) : null];
    }),
  );
  return sites.map((site) => ({ ...site, origin: origins.get(site) ?? site.origin }));
}

/** What is called in workflows, and waited for by nobody. */
function isOfInterest({ file, node }: CallSite): boolean {
  return isDropped(node) && directiveAround(file, node)?.kind === 'workflow';
}

/** The name of the member that is called. */
function memberName(callee: Node): Node | null {
  if (!methodOf(callee)) return null;
  const inner = unwrap(callee);
  const member = inner.type === 'OptionalChainingExpression' ? child(inner, 'base')! : inner;
  const property = child(member, 'property');
  return property && staticKey(property) !== null && property.type !== 'Computed' ? property : null;
}

/** The workflow or step whose name stands at an index. */
function directiveAt(file: ProjectFile | null, index: number): (Origin & { kind: 'function' }) | null {
  for (const [node, directive] of file?.directives ?? []) {
    const name = child(node, 'key') ?? child(node, 'identifier');
    if (name?.span.start === index) return { kind: 'function', file: file!, node, directive };
  }
  return null;
}
