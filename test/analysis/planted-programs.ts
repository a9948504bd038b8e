/**
 * Programs of an outsider: with planted mistakes, and right ones that look wrong. `planted/*.txt` has them: `# ` begins
 * a program, `@file` another file of it, and `✗` at the end of a line names the findings that must be there.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface PlantedProgram {
  /** The group and the title. */
  name: string;
  /** Texts by path. */
  files: Readonly<Record<string, string>>;
  /** `workflows/case.ts:3 call_floating`, sorted. */
  expected: readonly string[];
}

const MARK = / \/\/ ✗ ([\w ]+)$/;
const FOLDER = join(import.meta.dirname, 'planted');

/** Imported by many programs. */
const SHARED: Readonly<Record<string, string>> = {
  'lib/steps.ts': `export async function charge(id: string) {
  'use step';
  return id;
}
export async function send(id: string, note?: string) {
  'use step';
  return { id, note };
}
export async function load(id: string): Promise<string[]> {
  'use step';
  return [id];
}
`,
  'lib/keep.ts': `export async function keep(...values: unknown[]) {
  'use step';
  return values.length;
}
`,
};

/** The programs of each group, such as `calls-mistakes`. */
export const PLANTED: readonly PlantedProgram[] = readdirSync(FOLDER).toSorted().flatMap(readGroup);

function readGroup(file: string): PlantedProgram[] {
  const [, ...programs] = readFileSync(join(FOLDER, file), 'utf8').split(/^# /m);
  return programs.map((text) => {
    const [title, ...lines] = text.split('\n');
    return { name: `${file.replace('.txt', '')}: ${title}`, ...readProgram(lines) };
  });
}

function readProgram(lines: readonly string[]): Pick<PlantedProgram, 'files' | 'expected'> {
  const texts: Record<string, string[]> = {};
  const expected: string[] = [];
  let path = 'workflows/case.ts';
  for (const line of lines) {
    const next = /^@file (\S+)/.exec(line)?.[1];
    if (next !== undefined) {
      path = next;
      continue;
    }
    const file = (texts[path] ??= []);
    file.push(line.replace(MARK, ''));
    for (const code of MARK.exec(line)?.[1]?.split(' ') ?? []) expected.push(`${path}:${file.length} ${code}`);
  }
  const files = Object.entries(texts).map(([name, text]) => [name, text.join('\n')] as const);
  const written = files.filter(([, text]) => text.trim() !== '');
  return { files: { ...SHARED, ...Object.fromEntries(written) }, expected: expected.toSorted() };
}

/** Something that a tool said of a program. */
export interface Said {
  /** The path in the program. */
  file: string;
  /** From 1. */
  line: number;
  code: string;
  severity: string;
}

/** The findings as lines, to compare with those that are expected; hints count only where they are expected. */
export function toLines(said: readonly Said[], { expected }: PlantedProgram): string[] {
  const lines = said.map(({ severity, ...one }) => ({ severity, line: `${one.file}:${one.line} ${one.code}` }));
  return lines
    .filter(({ severity, line }) => /^(?:error|warning)$/.test(severity) || expected.includes(line))
    .map(({ line }) => line)
    .toSorted();
}
