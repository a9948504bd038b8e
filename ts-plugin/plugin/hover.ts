/** Hovers: TypeScript's own text, and below it that of this package. */
import { normalize } from 'node:path';
import type ts from 'typescript-6';
import { type Hover, hoverAt } from '../analysis/hover/hover.ts';
import type { Extensions } from './extend-service.ts';
import { toTextSpan } from './report-findings.ts';
import type { WorkflowSession } from './workflow-session.ts';

/** Adds to hovers. */
export function hoverExtensions(session: WorkflowSession): Extensions {
  return {
    getQuickInfoAtPosition(ask, fileName, position) {
      const answer = ask();
      if (!session.options.hover || !session.isConcerned(fileName)) return answer;
      const hover = hoverAt(session.project, normalize(fileName), position);
      if (!hover) return answer;
      return answer ? addText(answer, hover) : toQuickInfo(session, hover);
    },
  };
}

function addText(answer: ts.QuickInfo, { text }: Hover): ts.QuickInfo {
  const own = answer.documentation ?? [];
  const paragraph = { kind: 'text', text: own.length > 0 ? `\n\n${text}` : text };
  return { ...answer, documentation: [...own, paragraph] };
}

/** A hover where TypeScript has none: directives and other strings. */
function toQuickInfo({ typescript }: WorkflowSession, { span, text }: Hover): ts.QuickInfo {
  return {
    kind: typescript.ScriptElementKind.string,
    kindModifiers: '',
    textSpan: toTextSpan(span),
    documentation: [{ kind: 'text', text }],
  };
}
