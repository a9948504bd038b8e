import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { nameEvaluatedCode } from '../contract/evaluated-code.ts';
import { mapStack } from './stack-places.ts';

/** Line 1 is of nobody; line 2, column 1, is line 3, column 5, of `order.ts`. */
const MAP = JSON.stringify({ version: 3, sources: ['../src/order.ts'], names: [], mappings: ';AAEI' });

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'workflow-stack-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

function write(name: string, text: string): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const stackOf = (...frames: string[]): string => ['Error: declined', ...frames].join('\n');
const inline = `data:application/json;base64,${Buffer.from(MAP).toString('base64')}`;

describe('the stack of a step', () => {
  it.each([
    ['the map that the last line names', 'code();\ncode();\n//# sourceMappingURL=other.map', 'dist/other.map'],
    ['the map in the last line', `code();\ncode();\n//# sourceMappingURL=${inline}\n`, null],
    ['the map beside a file that names none', 'code();\ncode();\n', 'dist/server.js.map'],
  ])('shows places in the source, found by %s', (_, code, mapFile) => {
    const path = write('dist/server.js', code);
    if (mapFile !== null) write(mapFile, MAP);
    const source = `${join(dir, 'src/order.ts')}:3:5`;
    const seen = mapStack(
      stackOf(
        `    at charge (${path}:2:1)`,
        `    at async Promise.all (index 0)`,
        `    at async ${pathToFileURL(path).href}?v=1:2:3`,
        `    at new Order (${path}:1:1)`,
      ),
    );
    expect(seen).toBe(
      stackOf(
        `    at charge (${source})`,
        `    at async Promise.all (index 0)`,
        `    at async ${source}`,
        `    at new Order (${path}:1:1)`,
      ),
    );
  });

  it.each([
    ['alone', ''],
    ['ahead of a line for the file beside it', '\n//# sourceMappingURL=steps.js.map'],
  ])('shows places in the source when the file was bundled out of a bundle with a map inside, %s', (_, behind) => {
    const bundle = `code();\ncode();\n//# sourceMappingURL=${inline}${behind}\n`;
    // Line 1 is line 2 of the bundle; line 2 is line 1, which leads no further.
    const map = {
      version: 3,
      sources: ['../.kit/steps.js'],
      sourcesContent: [bundle],
      names: [],
      mappings: 'AACA;AADA',
    };
    const path = write('build/server.js', 'code();\ncode();\n');
    write('build/server.js.map', JSON.stringify(map));
    const seen = mapStack(stackOf(`    at charge (${path}:1:1)`, `    at ${path}:2:1`));
    expect(seen).toBe(
      stackOf(`    at charge (${join(dir, 'src/order.ts')}:3:5)`, `    at ${join(dir, '.kit/steps.js')}:1:1`),
    );
  });

  it('shows places of a bundle in a bundle whose own map is broken', () => {
    const bundle = 'code();\n//# sourceMappingURL=data:application/json;base64,bm9uZQ==';
    const map = { version: 3, sources: ['../.kit/steps.js'], sourcesContent: [bundle], names: [], mappings: 'AAAA' };
    const path = write('build/server.js', 'code();\n');
    write('build/server.js.map', JSON.stringify(map));
    expect(mapStack(`    at ${path}:1:1`)).toBe(`    at ${join(dir, '.kit/steps.js')}:1:1`);
  });

  it('shows places in code that a development server has evaluated, through the map of that and of what it was made from', () => {
    // The second line of it is the first of the build.
    const ofEvaluation = JSON.stringify({ version: 3, sources: ['steps.mjs'], names: [], mappings: ';;AACA' });
    const file = nameEvaluatedCode(join(dir, 'dist/steps.mjs'), [ofEvaluation, MAP]);
    expect(mapStack(`    at ${file}:3:1`)).toBe(`    at ${join(dir, 'src/order.ts')}:3:5`);
  });

  it.each(['webpack-internal:///(rsc)/./order.js', 'file:///app/chunks/order.js?id=order'])(
    'shows places of a text that a server evaluates as %s, where Node keeps its map',
    (name) => {
      const text = `code = 1;\ncode = 2;\n//# sourceURL=${name}\n//# sourceMappingURL=${inline}`;
      // Node keeps such maps only if it is told to, for the whole process.
      const program = `
        import { mapStack } from ${JSON.stringify(import.meta.resolve('./stack-places.ts'))};
        (0, eval)(${JSON.stringify(text)});
        console.log(mapStack(${JSON.stringify(`    at charge (${name}:2:1)`)}));
      `;
      const flags = ['--enable-source-maps', '--input-type=module', '--eval', program];
      const output = execFileSync(process.execPath, flags, { encoding: 'utf8' });
      expect(output).toMatch(/^ {4}at charge \(\S*src\/order\.ts:3:5\)\n$/);
    },
  );

  it('shows places of what a tool keeps beside packages, as Nitro does', () => {
    const path = write('node_modules/.nitro/dev/index.mjs', `code();\ncode();\n//# sourceMappingURL=${inline}`);
    expect(mapStack(`    at ${path}:2:1`)).toBe(`    at ${join(dir, 'node_modules/.nitro/src/order.ts')}:3:5`);
  });

  it('leaves packages and files without a map as they are', () => {
    const installed = write(
      'node_modules/.pnpm/bank@1/node_modules/bank/index.js',
      `code();\ncode();\n//# sourceMappingURL=${inline}`,
    );
    const broken = write('broken.js', 'code();\n//# sourceMappingURL=data:application/json;base64,bm9uZQ==');
    const stack = stackOf(
      `    at ${installed}:2:1`,
      `    at ${broken}:1:1`,
      `    at gone (${join(dir, 'gone.js')}:2:1)`,
      '    at node:internal/process/task_queues:105:5',
      '    at /dev/zero.js:1:1',
    );
    expect(mapStack(stack)).toBe(stack);
  });

  it('reads a file anew when it was built again', () => {
    const path = write('dist/server.js', 'code();\ncode();\n');
    const frame = `    at ${path}:2:1`;
    expect(mapStack(frame)).toBe(frame);
    write('dist/server.js', `code();\ncode();\n//# sourceMappingURL=${inline}`);
    expect(mapStack(frame)).toBe(`    at ${join(dir, 'src/order.ts')}:3:5`);
  });

  it('ends where the runtime called the step', () => {
    const own = [
      '    at async RunningAttempt.callWorkflowStep (/app/server.mjs:1:1)',
      '    at async run (/app/server.mjs:2:1)',
    ];
    expect(mapStack(stackOf('    at charge (/app/order.ts:1:1)', ...own))).toBe(
      stackOf('    at charge (/app/order.ts:1:1)'),
    );
  });
});
