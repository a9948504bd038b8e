/**
 * Writes the project that the speed of the editor is measured on: every file has a workflow and four steps on 100
 * lines.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');
const STEPS = ['load', 'reserve', 'charge', 'notify'];

export interface LargeProject extends Disposable {
  rootDir: string;
  /** Absolute; files use steps and helpers of others. */
  paths: readonly string[];
  /** The text of a file. @param variant Another one is another text in the body of its workflow. */
  textOf(index: number, variant?: number): string;
}

/** Makes the project in a temporary folder. The package `workflow` is installed: it is this repository. */
export function writeLargeProject(count: number): LargeProject {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-bench-editor-')));
  const textOf = (index: number, variant = 0): string => fileText({ index, next: (index + 1) % count, variant });
  mkdirSync(join(rootDir, 'node_modules'));
  mkdirSync(join(rootDir, 'workflows'));
  symlinkSync(REPOSITORY, join(rootDir, 'node_modules/workflow'), 'dir');
  writeFileSync(join(rootDir, 'package.json'), JSON.stringify({ type: 'module' }));
  const paths = Array.from({ length: count }, (_, index) => join(rootDir, `workflows/order-${index}.ts`));
  for (const [index, path] of paths.entries()) writeFileSync(path, textOf(index));
  return { rootDir, paths, textOf, [Symbol.dispose]: () => rmSync(rootDir, { recursive: true, force: true }) };
}

function fileText({ index, next, variant }: { index: number; next: number; variant: number }): string {
  return `import { FatalError, sleep } from 'workflow';
import { type Order${next}, load${next}, total${next} } from './order-${next}.ts';

export interface Order${index} {
  id: string;
  lines: { name: string; price: number; count: number }[];
  paidAt: Date | null;
  tags: Map<string, string[]>;
}

export function total${index}(order: Order${index}): number {
  return order.lines.reduce((sum, { price, count }) => sum + price * count, 0);
}

export async function order${index}(id: string): Promise<{ id: string; total: number; receipt: string }> {
  'use workflow';
  const order = await load${index}(id, ${variant});
  const other: Order${next} = await load${next}(order.id, 1);
  let total = total${index}(order) + total${next}(other);
  for (const line of order.lines) {
    const { isReserved, left } = await reserve${index}(line.name, line.count);
    if (!isReserved) await sleep('1 hour');
    if (left < 0) throw new FatalError(\`Nothing is left of \${line.name}\`);
    total += line.price * line.count;
  }
  const [receipt, told] = await Promise.all([charge${index}(order, total), notify${index}(order.id, [...order.tags.keys()])]);
  if (told.length === 0) await sleep('1 day');
  return { id: order.id, total, receipt: receipt.number };
}
${STEPS.map((name) => stepText(name, index)).join('')}`;
}

const SIGNATURES: Readonly<Record<string, (index: number) => string>> = {
  load: (index) => `(id: string, attempt: number): Promise<Order${index}>`,
  reserve: () => '(id: string, attempt: number): Promise<{ isReserved: boolean; left: number }>',
  charge: (index) => `({ id }: Order${index}, attempt: number): Promise<{ number: string; at: Date }>`,
  notify: () => '(id: string, names: readonly string[]): Promise<string[]>',
};
const RESULTS: Readonly<Record<string, string>> = {
  load: '{ id, lines: [], paidAt: null, tags: new Map<string, string[]>([[found.name, parts]]) }',
  reserve: '{ isReserved: found.size > attempt, left: found.size - attempt }',
  charge: '{ number: `${found.name}-${attempt}`, at: new Date(found.size) }',
  notify: '[...names, found.name, ...parts]',
};

function stepText(name: string, index: number): string {
  return `
export async function ${name}${index}${SIGNATURES[name]!(index)} {
  'use step';
  const response = await fetch(\`https://shop.example/${name}/\${id}\`, { method: 'POST' });
  if (response.status === 404) {
    throw new FatalError(\`There is no order "\${id}"\`);
  }
  const found = (await response.json()) as { name: string; size: number };
  const parts: string[] = [];
  for (const part of found.name.split('-')) {
    if (part.trim() === '') continue;
    parts.push(part.toLowerCase());
  }
  if (parts.length > found.size) {
    console.log(\`More parts than \${found.size}\`, parts.join());
  }
  return ${RESULTS[name]};
}
`;
}
