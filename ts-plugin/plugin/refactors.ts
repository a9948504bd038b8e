/** Refactors. */
import { normalize } from 'node:path';
import type ts from 'typescript-6';
import type { Span } from '../../compiler/ast.ts';
import { type Refactor } from '../analysis/refactors/refactor.ts';
import { refactorsAt } from '../analysis/refactors/refactors.ts';
import type { Extensions } from './extend-service.ts';
import { toFileChanges } from './report-findings.ts';
import type { WorkflowSession } from './workflow-session.ts';

const NAME = 'workflow';

/** Adds refactors. */
export function refactorExtensions(session: WorkflowSession): Extensions {
  return {
    getApplicableRefactors(ask, fileName, range, _preferences, reason, kind) {
      // Editors also ask at each move of the cursor, only to know whether there is any refactor.
      if (reason !== 'invoked' && !session.isConcerned(fileName)) return ask();
      const actions = offeredAt(session, fileName, range)
        .map(({ name, title }, index) => ({ name: nameOf(name, index), description: title, kind: `refactor.${name}` }))
        .filter((action) => kind === undefined || `${action.kind}.`.startsWith(`${kind}.`));
      if (actions.length === 0) return ask();
      return [...ask(), { name: NAME, description: 'Durable workflows', actions, inlineable: true }];
    },
    getEditsForRefactor(ask, fileName, _options, range, refactorName, actionName) {
      if (refactorName !== NAME) return ask();
      const offered = offeredAt(session, fileName, range);
      const chosen = offered.find(({ name }, index) => nameOf(name, index) === actionName);
      if (!chosen) return undefined;
      const { edits, renameAt } = chosen.edit();
      return {
        edits: toFileChanges(edits),
        ...(renameAt !== null && { renameFilename: fileName, renameLocation: renameAt }),
      };
    },
  };
}

/** The name of an offered refactor. The index makes it unique. */
function nameOf(name: Refactor['name'], index: number): string {
  return `${name}.${index}`;
}

function offeredAt(session: WorkflowSession, fileName: string, range: number | ts.TextRange): Refactor[] {
  if (!session.file(fileName)) return [];
  const selected: Span =
    typeof range === 'number' ? { start: range, end: range } : { start: range.pos, end: range.end };
  return refactorsAt(session.project, normalize(fileName), selected);
}
