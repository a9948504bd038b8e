/** Code actions: the fixes of findings, fixes for a whole file, comments that suppress findings, and refactors. */
import { pathToFileURL } from 'node:url';
import { type CodeAction, CodeActionKind, type Range, type WorkspaceEdit } from 'vscode-languageserver';
import type { Span } from '../../compiler/ast.ts';
import { combineFixes } from '../analysis/edits/apply-edits.ts';
import { type Finding, type QuickFix, safeFix } from '../analysis/findings/finding.ts';
import { refactorsAt } from '../analysis/refactors/refactors.ts';
import { suppressFix } from '../analysis/check/suppressions.ts';
import { toDiagnostic } from './diagnostics.ts';
import { findingsIn, type OpenFile } from './workspace.ts';

/** The actions for a selection or a cursor. */
export function codeActions(file: OpenFile, range: Range): CodeAction[] {
  const all = findingsIn(file);
  const { start, end } = file.positions.toSpan(file.path, range);
  const here = all.filter(({ span }) => span.start <= end && start <= span.end);
  return [
    ...here.flatMap((finding) => actionsFor(file, finding, all)),
    ...fixAll(file, all),
    ...refactors(file, { start, end }),
  ];
}

function refactors(file: OpenFile, selected: Span): CodeAction[] {
  return refactorsAt(file.opened.project, file.path, selected).map(({ name, title, edit }) => ({
    ...toAction(file, title, [{ title, edits: edit().edits, isForAll: false }]),
    kind: `${CodeActionKind.Refactor}.${name}`,
  }));
}

function actionsFor(file: OpenFile, finding: Finding, all: readonly Finding[]): CodeAction[] {
  const { code } = finding;
  const diagnostics = [toDiagnostic(file, finding)];
  const own = finding.fixes.map((fix, index) => ({
    ...toAction(file, fix.title, [fix]),
    diagnostics,
    isPreferred: index === 0 && fix.isSafe === true,
  }));
  const same = all.filter((other) => other.code === code).flatMap(fixForAll);
  const everywhere =
    same.length > 1 ? [{ ...toAction(file, `Fix all of ${code} in this file`, same), diagnostics }] : [];
  const project = file.opened.project.file(file.path);
  const ignore = project ? [suppressFix(project, finding)] : [];
  return [...own, ...everywhere, ...ignore.map((fix) => ({ ...toAction(file, fix.title, [fix]), diagnostics }))];
}

/** Corrects at once what needs no decision. Editors can run it on save. */
function fixAll(file: OpenFile, all: readonly Finding[]): CodeAction[] {
  const fixes = all.flatMap((finding) => safeFix(finding) ?? []);
  if (fixes.length === 0) return [];
  return [{ ...toAction(file, 'Fix all workflow findings in this file', fixes), kind: FIX_ALL }];
}

/** The kind of the action that corrects a whole file. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.workflow`;

const fixForAll = ({ fixes: [fix] }: Finding): QuickFix[] => (fix?.isForAll ? [fix] : []);

function toAction({ positions }: OpenFile, title: string, fixes: readonly QuickFix[]): CodeAction {
  const changes: NonNullable<WorkspaceEdit['changes']> = {};
  for (const [path, edits] of combineFixes(fixes)) {
    changes[pathToFileURL(path).href] = edits.map(({ span, text }) => ({
      range: positions.toRange(path, span),
      newText: text,
    }));
  }
  return { title, kind: CodeActionKind.QuickFix, edit: { changes } };
}
