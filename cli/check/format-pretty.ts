/** A report for people: place, message and source lines of each finding, and a summary. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { Severity } from '../../ts-plugin/analysis/findings/finding.ts';
import { codeFrame } from '../../compiler/code-frame.ts';
import { countOf, type Report, type ReportedFinding } from './report.ts';

const COLOURS: Readonly<Record<Severity, 'red' | 'yellow' | 'blue'>> = {
  error: 'red',
  warning: 'yellow',
  hint: 'blue',
};

/** Like Node, it leaves colours out where the terminal shows none. */
export function formatPretty(report: Report): string {
  const texts = report.findings.map((finding) => formatFinding(report.rootDir, finding));
  return [...texts, summarize(report)].join('\n\n');
}

function formatFinding(rootDir: string, { file, start, severity, message, related }: ReportedFinding): string {
  const label = styleText(COLOURS[severity], severity);
  const frame = codeFrame(readFileSync(join(rootDir, file), 'utf8'), { line: start.line, column: start.column - 1 });
  const places = related.map(
    (place) => `\n    ${place.file}:${place.start.line}:${place.start.column} ${place.message}`,
  );
  return `${file}:${start.line}:${start.column}: ${label}: ${message}\n${frame}${places.join('')}`;
}

function summarize(report: Report): string {
  const files = `${report.files} ${report.files === 1 ? 'file' : 'files'}`;
  const typescript =
    report.typescript === null
      ? 'without TypeScript, so the rules that need types were skipped'
      : `with TypeScript ${report.typescript}`;
  const none =
    report.tsconfig === null ? '; there is no tsconfig.json, so all sources below the root were checked' : '';
  const with_ = typescript + none;
  if (report.findings.length === 0) return `Nothing found in ${files} (${with_}).`;
  const counts = (['error', 'warning', 'hint'] as const).flatMap((severity) => {
    const count = countOf(report, severity);
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  const fixable = report.fixable === 0 ? '' : ` ${report.fixable} can be fixed with --fix.`;
  return `${counts.join(', ')} in ${files} (${with_}).${fixable}`;
}
