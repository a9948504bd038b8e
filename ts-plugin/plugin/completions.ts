/** Completions: TypeScript's own list, ordered for the place, and the entries of this package. */
import type ts from 'typescript-6';
import type { Completion } from '../analysis/completions/completion.ts';
import { completionsAt } from '../analysis/completions/completions-at.ts';
import { type Fitness, fitnessAt } from '../analysis/completions/package-names.ts';
import type { ProjectFile } from '../analysis/project/project.ts';
import { child, parentOf, text } from '../../compiler/ast.ts';
import type { Extensions } from './extend-service.ts';
import { toTextSpan } from './report-findings.ts';
import type { WorkflowSession } from './workflow-session.ts';

/** Before TypeScript's own entries, which begin at 10. */
const FIRST = '0';
/** Among the names of the file itself. */
const NEAR = '11';
/** Behind TypeScript's own entries. */
const LAST = '9';

const PACKAGE = 'workflow';

/** Adds completions, and ranks the names of this package. */
export function completionExtensions(session: WorkflowSession): Extensions {
  return {
    getCompletionsAtPosition(ask, fileName, position) {
      const answer = ask();
      const file = fileFor(session, fileName, position);
      if (!file) return answer;
      const own = ownAt(session, file, position);
      const fitness = fitnessAt(session.project, file, position);
      const entries = answer?.entries.map((entry) => rank(session, file, { entry, fitness })) ?? [];
      if (own.length === 0) return answer && { ...answer, entries };
      const info = answer ?? { isGlobalCompletion: false, isMemberCompletion: false, isNewIdentifierLocation: true };
      const names = new Set(own.map(({ text }) => text));
      const others = entries.filter(({ name }) => !names.has(name));
      return { ...info, entries: [...own.map((completion) => toEntry(session, completion)), ...others] };
    },
    getCompletionEntryDetails(ask, fileName, position, name) {
      const file = fileFor(session, fileName, position);
      const own = file && ownAt(session, file, position).find(({ text }) => text === name);
      return own ? toDetails(session, own) : ask();
    },
  };
}

/** The beginning of a body, a string or a comment. The first directive of a project is typed in a file without any. */
const BEGINNING = /(?:[{;]\s*|^\s*)(?:['"]?[\w ]*|\/\/[^\n]*)$/;
const BEGINNING_LENGTH_MAX = 200;

/** The file of a place; `null` when this package has nothing to offer there. */
function fileFor(session: WorkflowSession, fileName: string, position: number): ProjectFile | null {
  if (!session.options.completions) return null;
  if (session.isConcerned(fileName)) return session.file(fileName);
  const text = session.program?.getSourceFile(fileName)?.text ?? '';
  return BEGINNING.test(text.slice(Math.max(0, position - BEGINNING_LENGTH_MAX), position))
    ? session.file(fileName)
    : null;
}

function ownAt(session: WorkflowSession, file: ProjectFile, index: number): Completion[] {
  return completionsAt({ project: session.project, file, index, findings: session.findings(file.source.path) });
}

function toEntry({ typescript }: WorkflowSession, { text, span, filter }: Completion): ts.CompletionEntry {
  return {
    name: text,
    kind: typescript.ScriptElementKind.string,
    sortText: FIRST,
    insertText: text,
    filterText: filter,
    replacementSpan: toTextSpan(span),
  };
}

function toDetails({ typescript }: WorkflowSession, { text, description }: Completion): ts.CompletionEntryDetails {
  return {
    name: text,
    kind: typescript.ScriptElementKind.string,
    kindModifiers: '',
    displayParts: [{ kind: 'text', text }],
    documentation: [{ kind: 'text', text: description }],
  };
}

interface Ranked {
  entry: ts.CompletionEntry;
  fitness: (name: string) => Fitness;
}

/** Changes the rank of this package's names only. */
function rank(session: WorkflowSession, file: ProjectFile, { entry, fitness }: Ranked): ts.CompletionEntry {
  const isOffered = entry.source === PACKAGE || entry.data?.moduleSpecifier === PACKAGE;
  if (!isOffered && !isImported(session, file, entry)) return entry;
  const fit = fitness(entry.name);
  if (fit === 'elsewhere') return { ...entry, sortText: LAST + entry.sortText };
  return fit === 'here' && isOffered ? { ...entry, sortText: NEAR } : entry;
}

function isImported({ typescript }: WorkflowSession, { bindings }: ProjectFile, entry: ts.CompletionEntry): boolean {
  const [specifier] = bindings.root.bindings.get(entry.name)?.declarations ?? [];
  if (entry.kind !== typescript.ScriptElementKind.alias || specifier?.type !== 'ImportSpecifier') return false;
  const source = child(parentOf(specifier)!, 'source');
  return source !== null && text(source) === PACKAGE;
}
