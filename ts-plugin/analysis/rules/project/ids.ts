/** 6002: ids that two files share. */
import { SOURCE_FILE } from '../../../../compiler/build/source-files.ts';
import { headOf } from '../../../../compiler/diagnostics.ts';
import { compileError, subjectOf } from '../../../../compiler/messages.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { RuleGroup } from '../../findings/rule.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** The rule about equal ids. */
export const idRules: RuleGroup = {
  rules: [{ code: 'compile_id_duplicate', number: 6002, severity: 'error' }],
  check: (context) => (context.file.analysis ? findDuplicates(context) : []),
};

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** Ids have no extension, so `order.ts` and `order.tsx` side by side can have the same ids. */
function findDuplicates({ project, file }: FileCode): Finding[] {
  const { path } = file.source;
  const paths = sourcesOf(project);
  const namesakes = EXTENSIONS.map((extension) => path.replace(SOURCE_FILE, extension)).filter(
    (candidate) => candidate !== path && paths.has(candidate),
  );
  return namesakes.flatMap((namesake) => {
    const other = project.file(namesake);
    return other ? compare(file, other) : [];
  });
}

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The sources as a set. Hosts return the same list until it changes, so the set is kept. */
function sourcesOf(project: Project): ReadonlySet<string> {
  const paths = project.paths();
  let sources = known.get(paths);
  if (!sources) known.set(paths, (sources = new Set(paths)));
  return sources;
}

function compare(file: ProjectFile, other: ProjectFile): Finding[] {
  const taken = new Map(other.analysis?.functions.map(({ id, node }) => [id, node]));
  return (file.analysis?.functions ?? []).flatMap((fn) => {
    const { id, node } = fn;
    const owner = taken.get(id);
    if (!owner) return [];
    const { name, positions } = other.source;
    const place = `${name}:${positions.at(owner.span.start).line}`;
    const error = compileError('compile_id_duplicate', { subject: subjectOf(fn), other: place });
    return [createFinding(file, headOf(file.source, node), error)];
  });
}
