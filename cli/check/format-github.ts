/** Findings as commands of GitHub Actions, which shows them beside the lines of a change. */
import type { Severity } from '../../ts-plugin/analysis/findings/finding.ts';
import type { Report, ReportedFinding } from './report.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'notice' };

/** One command a line; empty when nothing is found. */
export function formatGithub({ findings }: Report): string {
  return findings.map(toCommand).join('\n');
}

function toCommand({ file, start, end, severity, code, message }: ReportedFinding): string {
  // GitHub takes columns only for places within one line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  const properties = Object.entries({ file, line: start.line, endLine: end.line, ...columns, title: code });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${COMMANDS[severity]} ${list}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
