import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../compiler/diagnostics.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const FLOW = `import { label } from './label.ts';
export const unit = 'EUR';
export class Price {}
export function double(n) { return n * 2; }
export var old = 1;
export async function flow() { 'use workflow'; return label; }
`;

async function warningsOf(files: Record<string, string>): Promise<readonly Diagnostic[]> {
  const built = await builderOf(await createTempProject({ 'workflows/flow.ts': FLOW, ...files })).build();
  return built.warnings;
}

describe('a name of a file that waits for this one, because the two import each other', () => {
  test.each([
    ['a constant', `import { unit } from './flow.ts';\nexport const label = String(unit);`, 'unit'],
    ['a class', `import { Price } from './flow.ts';\nexport const label = [Price];`, 'Price'],
    ['in a static field', `import { unit } from './flow.ts';\nexport class label { static text = unit; }`, 'unit'],
    ['under another name', `import { unit as u } from './flow.ts';\nexport const label = [u];`, 'u'],
    [
      'in a function that is called at once',
      `import { unit } from './flow.ts';\nexport const label = make(); function make() { return unit; }`,
      'unit',
    ],
  ])('is warned of: %s', async (_what, code, name) => {
    expect(await warningsOf({ 'workflows/label.ts': code })).toMatchObject([
      {
        code: 'compile_name_early',
        severity: 'warning',
        file: expect.stringContaining('label.ts'),
        line: expect.any(Number),
      },
    ]);
    expect((await warningsOf({ 'workflows/label.ts': code }))[0]!.text).toContain(`"${name}" before workflows/flow.ts`);
  });

  test('is warned of across more files, once', async () => {
    const files = {
      'workflows/label.ts': `import { text } from './text.ts';\nexport const label = text;`,
      'workflows/text.ts': `import { unit } from './flow.ts';\nexport const text = unit;`,
      'workflows/other.ts': `import './flow.ts';\nexport async function other() { 'use workflow'; return 1; }`,
    };
    expect(await warningsOf(files)).toMatchObject([{ code: 'compile_name_early', line: 2, column: 21 }]);
  });

  test.each([
    ['a function', `import { double } from './flow.ts';\nexport const label = double(2);`],
    ['a var, which is undefined in plain code', `import { old } from './flow.ts';\nexport const label = [old];`],
    ['a use that comes later', `import { unit } from './flow.ts';\nexport const label = () => unit;`],
    ['a field of instances', `import { unit } from './flow.ts';\nexport class label { text = unit; }`],
    ['a type', `import type { Price } from './flow.ts';\nexport const label: Price | null = null;`],
    ['a name that is handed on', `export { unit } from './flow.ts';\nexport const label = 1;`],
  ])('is not warned of: %s', async (_what, code) => {
    expect(await warningsOf({ 'workflows/label.ts': code })).toEqual([]);
  });

  test('is not warned of where that file has run', async () => {
    const label = `import { unit } from './units.ts';\nexport const label = unit;`;
    expect(await warningsOf({ 'workflows/label.ts': label, 'workflows/units.ts': `export const unit = 1;` })).toEqual(
      [],
    );
  });
});
