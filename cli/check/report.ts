/** The result of a check. Every output format is made from it. */
import type { Span } from '../../compiler/ast.ts';
import { ruleOf } from '../../ts-plugin/analysis/rules/all-rules.ts';
import { type Finding, type Severity, safeFix } from '../../ts-plugin/analysis/findings/finding.ts';
import type { Project } from '../../ts-plugin/analysis/project/project.ts';
import { Positions } from '../../compiler/code-frame.ts';
import { toDisplayName } from '../../compiler/build/source-files.ts';

/**
 * A place in a source file. Lines and columns count from 1, `end` is exclusive, and `file` is relative to the project's
 * root, with `/`.
 */
export interface ReportPlace {
  file: string;
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** One finding of a report. */
export interface ReportedFinding extends ReportPlace {
  code: string;
  /** Number of the rule; `null` for a code of the build, which is no rule. */
  number: number | null;
  severity: Severity;
  message: string;
  fix: string | null;
  related: (ReportPlace & { message: string })[];
  fixes: { title: string; edits: (ReportPlace & { text: string })[] }[];
}

/** The result of one look at a project. */
export interface Report {
  rootDir: string;
  /** Version of the TypeScript that gives types; `null`: there is none, so the rules that need types were skipped. */
  typescript: string | null;
  /** Absolute path of the configuration that lists the files; `null`: there is none. */
  tsconfig: string | null;
  /** Number of checked files. */
  files: number;
  /** In the order of files and places. */
  findings: ReportedFinding[];
  /** Number of findings that `--fix` corrects. */
  fixable: number;
}

/** The parts that a report is made from. */
export interface ReportInput {
  project: Project;
  typescript: string | null;
  tsconfig: string | null;
  paths: readonly string[];
  findings: readonly Finding[];
}

/** Turns findings into a report: paths become relative, and positions lines and columns. */
export function createReport({ project, typescript, tsconfig, paths, findings }: ReportInput): Report {
  const places = new PlaceReader(project);
  return {
    rootDir: project.rootDir,
    typescript,
    tsconfig,
    files: paths.length,
    findings: findings.map((finding) => toReported(places, finding)),
    fixable: findings.filter((finding) => safeFix(finding)).length,
  };
}

/** The number of findings of one severity. */
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
