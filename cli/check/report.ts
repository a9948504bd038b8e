/** What a check has found, in the form that all outputs are made from. */
import type { Span } from '../../compiler/ast.ts';
import { ruleOf } from '../../ts-plugin/analysis/all-rules.ts';
import type { Finding, Severity } from '../../ts-plugin/analysis/finding.ts';
import type { Project } from '../../ts-plugin/analysis/project.ts';
import { Positions } from '../../compiler/code-frame.ts';
import { toDisplayName } from '../../compiler/build/source-files.ts';

/** Lines and columns count from 1, `end` is exclusive, and `file` is relative to the root of the project, with `/`. */
export interface ReportPlace {
  file: string;
  start: { line: number; column: number };
  end: { line: number; column: number };
}

export interface ReportedFinding extends ReportPlace {
  code: string;
  /** `null`: a code of the build, which is no rule. */
  number: number | null;
  severity: Severity;
  message: string;
  fix: string | null;
  related: (ReportPlace & { message: string })[];
  fixes: { title: string; edits: (ReportPlace & { text: string })[] }[];
}

export interface Report {
  rootDir: string;
  /** Version of the TypeScript that types come from; `null`: there is none, so rules that need types were left out. */
  typescript: string | null;
  /** Number of files that were looked at. */
  files: number;
  /** In the order of files and places. */
  findings: ReportedFinding[];
  /** How many of them `--fix` mends. */
  fixable: number;
}

export interface ReportInput {
  project: Project;
  typescript: string | null;
  paths: readonly string[];
  findings: readonly Finding[];
}

export function createReport({ project, typescript, paths, findings }: ReportInput): Report {
  const places = new PlaceReader(project);
  return {
    rootDir: project.rootDir,
    typescript,
    files: paths.length,
    findings: findings.map((finding) => toReported(places, finding)),
    fixable: findings.filter(({ fixes }) => fixes[0]?.isForAll).length,
  };
}

export function countOf({ findings }: Report, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function toReported(places: PlaceReader, finding: Finding): ReportedFinding {
  const { code, severity, message, fix = null, file, span, related, fixes } = finding;
  return {
    ...places.read(file, span),
    code,
    number: ruleOf(code)?.number ?? null,
    severity,
    message,
    fix,
    related: related.map((place) => ({ ...places.read(place.file, place.span), message: place.message })),
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ ...places.read(edit.file, edit.span), text: edit.text })),
    })),
  };
}

/** Lines and columns of the files of one report. */
class PlaceReader {
  readonly #project: Project;
  readonly #positions = new Map<string, Positions>();

  constructor(project: Project) {
    this.#project = project;
  }

  read(path: string, { start, end }: Span): ReportPlace {
    return {
      file: toDisplayName(this.#project.rootDir, path),
      start: this.#at(path, start),
      end: this.#at(path, end),
    };
  }

  #at(path: string, index: number): { line: number; column: number } {
    let positions = this.#positions.get(path);
    if (!positions) this.#positions.set(path, (positions = new Positions(this.#project.text(path)?.code ?? '')));
    const { line, column } = positions.at(index);
    return { line, column: column + 1 };
  }
}
