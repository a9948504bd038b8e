/** What the editor shows under the pointer: TypeScript's own words, and below them ours. */
import { normalize } from 'node:path';
import type ts from 'typescript-6';
import { type Hover, hoverAt } from '../analysis/hover/hover.ts';
import type { Extensions } from './extend-service.ts';
import { toTextSpan } from './report-findings.ts';
import type { WorkflowSession } from './workflow-session.ts';

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

/** For what TypeScript says nothing of: directives and other texts. */
function toQuickInfo({ typescript }: WorkflowSession, { span, text }: Hover): ts.QuickInfo {
  return {
    kind: typescript.ScriptElementKind.string,
    kindModifiers: '',
    textSpan: toTextSpan(span),
    documentation: [{ kind: 'text', text }],
  };
}
