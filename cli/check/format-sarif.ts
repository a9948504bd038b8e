/** Findings as SARIF 2.1.0, which code scanners read. */
import { pathToFileURL } from 'node:url';
import type { Severity } from '../../ts-plugin/analysis/findings/finding.ts';
import type { Report, ReportedFinding, ReportPlace } from './report.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'note' };

/** @param version The version of this package. */
export function formatSarif({ rootDir, findings }: Report, version: string): string {
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  const run = {
    tool: { driver: { name: 'workflow', version, rules: codes.map((id) => ({ id })) } },
    originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(rootDir).href}/` } },
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => toResult(finding, codes)),
  };
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] },
    null,
    2,
  );
}

function toResult(finding: ReportedFinding, codes: readonly string[]): object {
  const { code, severity, message, related, fixes } = finding;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [toLocation(finding)],
    relatedLocations: related.map((place, id) => ({ id, ...toLocation(place), message: { text: place.message } })),
    fixes: fixes.map(({ title, edits }) => ({
      description: { text: title },
      artifactChanges: [...Map.groupBy(edits, ({ file }) => file)].map(([file, changes]) => ({
        artifactLocation: toArtifact(file),
        replacements: changes.map((change) => ({
          deletedRegion: toRegion(change),
          insertedContent: { text: change.text },
        })),
      })),
    })),
  };
}

function toLocation(place: ReportPlace): object {
  return { physicalLocation: { artifactLocation: toArtifact(place.file), region: toRegion(place) } };
}

function toArtifact(file: string): object {
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'ROOT' };
}

function toRegion({ start, end }: ReportPlace): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
