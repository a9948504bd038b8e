/** 6002: ids that two files share. */
import type { Node } from '../../../../compiler/ast.ts';
import { SOURCE_FILE } from '../../../../compiler/build/source-files.ts';
import { headOf } from '../../../../compiler/diagnostics.ts';
import { mayHoldDirective } from '../../../../compiler/directives.ts';
import { compileError, subjectOf } from '../../../../compiler/messages.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { RuleGroup } from '../../findings/rule.ts';
import type { ProjectFile } from '../../project/project.ts';

/** The rule about equal ids. */
export const idRules: RuleGroup = {
  rules: [{ code: 'compile_id_duplicate', number: 6002, severity: 'error' }],
  check: (context) => (context.file.analysis ? findDuplicates(context) : []),
};

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/**
 * Ids have no extension, so `order.ts` and `order.tsx` side by side can have the same ids. TypeScript lists only one of
 * them, but a build reads both.
 */
function findDuplicates({ project, file }: FileCode): Finding[] {
  const { path } = file.source;
  const candidates = EXTENSIONS.map((extension) => path.replace(SOURCE_FILE, extension));
  return candidates.flatMap((candidate) => {
    if (candidate === path || !mayHoldDirective(project.text(candidate)?.code ?? '')) return [];
    const other = project.file(candidate);
    return other ? compare(file, other) : [];
  });
}

function compare(file: ProjectFile, other: ProjectFile): Finding[] {
  const taken = new Map(ownersIn(other).map(({ id, node }) => [id, node]));
  return ownersIn(file).flatMap(({ id, node, kind, path }) => {
    const owner = taken.get(id);
    if (!owner) return [];
    const { name, positions } = other.source;
    const place = `${name}:${positions.at(owner.span.start).line}`;
    const error = compileError('compile_id_duplicate', {
      subject: subjectOf({ kind, path }),
      other: place,
      packageName: null,
    });
    return [createFinding(file, headOf(file.source, node), error)];
  });
}

/** A workflow, a step, or a class whose instances can be passed. */
interface IdOwner {
  id: string;
  node: Node;
  kind: 'workflow' | 'step' | 'class';
  path: string;
}

function ownersIn({ analysis }: ProjectFile): IdOwner[] {
  const classes = analysis?.classes ?? [];
  return [
    ...(analysis?.functions ?? []),
    ...classes.map(({ name, classId, node }): IdOwner => ({ id: classId, node, kind: 'class', path: name })),
  ];
}
