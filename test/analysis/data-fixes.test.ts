/** Findings about values that cannot cross a boundary, and the fix that adds methods to a class. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { openSome, writeTypedProject } from './typed-project.ts';

interface OpenSample extends Disposable {
  /** Of the file `order.ts`. */
  find(): Finding[];
  /** Applies the first fix of a finding. @returns The text of each file that it changed, by name. */
  fix(finding: Finding): Record<string, string>;
}

async function openSample(files: Record<string, string>, settings = {}): Promise<OpenSample> {
  const written = writeTypedProject(files, '7.0');
  const { rootDir, paths } = written;
  const types = await openSome({ rootDir });
  const project = new Project(new DiskHost({ rootDir, files: () => paths, types: types.types }));
  return {
    find: () => analyzeFile(project, join(rootDir, 'order.ts'), { rules: settings, overrides: [] }),
    fix({ fixes }) {
      const changed = [...combineFixes(fixes.slice(0, 1))].map(([path, edits]) => {
        const text = applyEdits(project.text(path)!.code, edits);
        writeFileSync(path, text);
        return [path.slice(rootDir.length + 1), text] as const;
      });
      types.update({ changed: changed.map(([name]) => join(rootDir, name)) });
      return Object.fromEntries(changed);
    },
    [Symbol.dispose]() {
      types.close();
      written[Symbol.dispose]();
    },
  };
}

const CALL = `import { Money } from './money';
export async function order() {
  'use workflow';
  await charge(new Money(1));
}
async function charge(price: Money) {
  'use step';
  return price.amount;
}
`;

test.each<[string, { money: string; fixed: string }]>([
  [
    'a class without imports',
    {
      money: 'export class Money {\n  constructor(readonly amount: number) {}\n}\n',
      fixed: `import { WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE } from 'workflow';
export class Money {
  static [WORKFLOW_SERIALIZE](instance: object) {
    return { ...instance };
  }

  static [WORKFLOW_DESERIALIZE](data: object) {
    return Object.assign(Object.create(Money.prototype), data);
  }

  constructor(readonly amount: number) {}
}
`,
    },
  ],
  [
    'a class with type parameters and interfaces, in a file with tabs, Windows newlines and an import',
    {
      money: [
        'import { sleep } from "workflow"',
        '',
        'interface HasAmount<T> {',
        '\tamount: T',
        '}',
        'export class Money<T extends { valueOf(): number } = number> implements HasAmount<T> {',
        '\t/** {amount} */',
        '\tconstructor(readonly amount: T) {}',
        '}',
        'export const wait = sleep',
        '',
      ].join('\r\n'),
      fixed: [
        'import { sleep, WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE } from "workflow"',
        '',
        'interface HasAmount<T> {',
        '\tamount: T',
        '}',
        'export class Money<T extends { valueOf(): number } = number> implements HasAmount<T> {',
        '\tstatic [WORKFLOW_SERIALIZE](instance: object) {',
        '\t\treturn { ...instance };',
        '\t}',
        '',
        '\tstatic [WORKFLOW_DESERIALIZE](data: object) {',
        '\t\treturn Object.assign(Object.create(Money.prototype), data);',
        '\t}',
        '',
        '\t/** {amount} */',
        '\tconstructor(readonly amount: T) {}',
        '}',
        'export const wait = sleep',
        '',
      ].join('\r\n'),
    },
  ],
  [
    'a class with the import and no members',
    {
      money: `import { WORKFLOW_SERIALIZE as save } from 'workflow';
export const key = save;
class Money { amount = 1; constructor(_: number) {} }
export { Money };
`,
      fixed: `import { WORKFLOW_SERIALIZE as save, WORKFLOW_DESERIALIZE } from 'workflow';
export const key = save;
class Money {
  static [save](instance: object) {
    return { ...instance };
  }

  static [WORKFLOW_DESERIALIZE](data: object) {
    return Object.assign(Object.create(Money.prototype), data);
  }
 amount = 1; constructor(_: number) {} }
export { Money };
`,
    },
  ],
])('the fix for %s leaves a class that crosses', async (_, { money, fixed }) => {
  using sample = await openSample({ 'money.ts': money, 'order.ts': CALL });
  const [finding, ...others] = sample.find();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'data_class_unserializable', related: [{ message: 'This is the class.' }] });
  expect(sample.fix(finding!)).toEqual({ 'money.ts': fixed });
  expect(sample.find()).toEqual([]);
});

test.each([
  ['has private fields', 'export class Money {\n  #currency = "EUR";\n  constructor(readonly amount: number) {}\n}\n'],
  [
    'extends another',
    'class Base {}\nexport class Money extends Base {\n  constructor(readonly amount: number) {\n    super();\n  }\n}\n',
  ],
])('a class that %s gets no fix, because a copy of its fields may not be all', async (_, money) => {
  using sample = await openSample({ 'money.ts': money, 'order.ts': CALL });
  expect(sample.find()).toMatchObject([{ code: 'data_class_unserializable', fixes: [] }]);
});

test('a finding names the path to the part, and shows its declaration', async () => {
  const code = `interface Item {
  name: string;
  onDone: () => void;
}
export async function order(cart: { 'line-items': Item[]; lookup: Map<string, [Item]> }) {
  'use workflow';
  await charge(cart);
  await charge({ ...cart, 'line-items': [] });
  await charge(1, cart.lookup);
}
async function charge(first: unknown, second?: unknown) {
  'use step';
  return [first, second];
}
`;
  using sample = await openSample({ 'order.ts': code });
  const findings = sample.find();
  expect(findings.map(({ message }) => message.replace(/ Fix: .*/s, ''))).toEqual([
    'cart["line-items"][].onDone is a function, which cannot be passed to step "charge".',
    'first.lookup.get(…)[0].onDone is a function, which cannot be passed to step "charge".',
    'cart.lookup.get(…)[0].onDone is a function, which cannot be passed to step "charge".',
  ]);
  const shown = findings.map(({ related: [place] }) => code.slice(place!.span.start, place!.span.end));
  expect(shown).toEqual(['onDone', 'onDone', 'onDone']);
});

test('values of unknown types are reported only when the settings ask for it', async () => {
  const code = `export async function order(any: any, text: string) {
  'use workflow';
  return [await charge(any), await charge(text)];
}
async function charge(value: unknown): Promise<number> {
  'use step';
  return value === null ? 1 : 2;
}
`;
  using sample = await openSample({ 'order.ts': code }, { data_type_unknown: 'hint' });
  expect(sample.find()).toMatchObject([{ code: 'data_type_unknown', severity: 'hint' }]);
});

test('a literal that fills a page is a hint', async () => {
  const code = `export async function order() {
  'use workflow';
  return await charge(['${'x'.repeat(9000)}']);
}
async function charge(values: string[]): Promise<number> {
  'use step';
  return values.length;
}
`;
  using sample = await openSample({ 'order.ts': code });
  expect(sample.find()).toMatchObject([{ code: 'data_literal_large', severity: 'hint' }]);
});
