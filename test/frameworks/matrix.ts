/** Collects the results and measurements of all frameworks. */
import { readResults } from './results.ts';

/** The parts of vitest's report that are used. */
interface Report {
  testResults: { assertionResults: { ancestorTitles: string[]; status: string }[] }[];
}

export interface MatrixRow {
  framework: string;
  production: Score | null;
  development: Score | null;
  buildMs?: number;
  outputBytes?: number;
  coldStartMs?: number;
  editMs?: number;
  endMs?: number;
  requests?: number;
}

interface Score {
  passed: number;
  all: number;
}

/** Reads a run's results. @param report Vitest's report, as JSON. */
export async function readMatrix(report: string): Promise<MatrixRow[]> {
  const figures = await readResults();
  const cases = (JSON.parse(report) as Report).testResults.flatMap(({ assertionResults }) => assertionResults);
  return figures.map((known) => {
    const scoreOf = (mode: string): Score | null => {
      const own = cases.filter(({ ancestorTitles: [title] }) => title?.startsWith(`${known.framework} in ${mode}`));
      const asked = own.filter(({ status }) => status !== 'skipped');
      return own.length === 0
        ? null
        : { passed: asked.filter(({ status }) => status === 'passed').length, all: asked.length };
    };
    return { ...known, production: scoreOf('production'), development: scoreOf('development') };
  });
}

/** Formats the rows as Markdown. */
export function toTable(rows: MatrixRow[]): string {
  const header = [
    'framework',
    'production',
    'development',
    'build s',
    'output MB',
    'cold start ms',
    'edit live ms',
    'end ms',
    'requests',
  ];
  const score = (value: Score | null): string => (value ? `${value.passed}/${value.all}` : '–');
  const figure = (value: number | undefined, divisor: number, digits: number): string =>
    value === undefined ? '–' : (value / divisor).toFixed(digits);
  const cells = rows
    .toSorted((a, b) => a.framework.localeCompare(b.framework))
    .map((row) => [
      row.framework,
      score(row.production),
      score(row.development),
      figure(row.buildMs, 1_000, 1),
      figure(row.outputBytes, 1_000_000, 2),
      figure(row.coldStartMs, 1, 0),
      figure(row.editMs, 1, 0),
      figure(row.endMs, 1, 0),
      figure(row.requests, 1, 0),
    ]);
  return [header, header.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
