import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown, type RolldownPluginOption } from 'rolldown';
import { type InputPluginOption, type OutputChunk, rollup } from 'rollup';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPlaceLookup } from '../../runtime/stacks/source-positions.ts';
import { mapStack } from '../../runtime/stacks/stack-places.ts';
import { stepSourceMap } from './step-source-map.ts';

/** Throws at line 7, column 3. */
const PAY = `${'\n'.repeat(5)}export const steps = () => {\n  throw new Error('declined');\n};\n`;

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-maps-')));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  write('server.js', `import './page.js'; import('./.workflow/steps.mjs').then(({ load }) => load());`);
  write('page.js', `import('./late-page.js');`);
  write('late-page.js', `console.log('late');`);
  write('.workflow/steps.mjs', `export const load = async () => (await import('../src/pay.js')).steps();`);
  write('src/pay.js', PAY);
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}

const input = () => join(dir, 'server.js');
const plugin = () => stepSourceMap(() => join(dir, '.workflow'));
const empties = {
  name: 'empties-maps',
  generateBundle(_: unknown, bundle: Record<string, { type: string; fileName: string; source?: unknown }>) {
    for (const file of Object.values(bundle)) {
      if (file.fileName.endsWith('.map')) file.source = JSON.stringify({ version: 3, sources: [], mappings: '' });
    }
  },
};

const hosts = [
  {
    name: 'Rolldown',
    async build(sourcemap: boolean, others: object[] = []) {
      const build = await rolldown({ input: input(), plugins: [plugin(), ...(others as RolldownPluginOption[])] });
      return (await build.generate({ dir: join(dir, 'dist'), sourcemap })).output;
    },
  },
  {
    name: 'Rollup',
    async build(sourcemap: boolean, others: object[] = []) {
      const plugins = [plugin() as unknown as InputPluginOption, ...(others as InputPluginOption[])];
      const build = await rollup({ input: input(), plugins });
      return (await build.generate({ dir: join(dir, 'dist'), sourcemap })).output;
    },
  },
];

/** Maps the statement that throws from the chunk with the steps to its source. */
function placeOf(output: readonly { fileName: string; type: string; code?: string; source?: unknown }[]): unknown {
  const chunk = output.find(({ code }) => code?.includes('declined'))!;
  const map = output.find(({ fileName }) => fileName === `${chunk.fileName}.map`)!;
  return createPlaceLookup(String(map.source))(placeIn(chunk.code!));
}

/** Of the statement that throws. */
function placeIn(code: string): { line: number; column: number } {
  const before = code.slice(0, code.indexOf('throw')).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

const mapsOf = (output: readonly { fileName: string }[]): string[] =>
  output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.map'));

describe.each(hosts)('a server that is bundled with $name', ({ build }) => {
  it('has only the maps of its steps, without sources, if it asked for no maps', async () => {
    const output = await build(false);
    const maps = mapsOf(output);
    expect(new Set(maps.map((name) => name.split('-')[0]))).toEqual(new Set(['pay', 'steps']));
    expect(placeOf(output)).toEqual({ source: '../src/pay.js', line: 7, column: 3 });
    const map = output.find(({ fileName }) => fileName === maps[0]) as { source: string };
    expect(JSON.parse(map.source)).not.toHaveProperty('sourcesContent');
  });

  it('keeps all requested maps unchanged', async () => {
    const output = await build(true);
    expect(mapsOf(output)).toHaveLength(4);
    expect(placeOf(output)).toEqual({ source: '../src/pay.js', line: 7, column: 3 });
  });

  it('has the map of its steps even if the host empties maps', async () => {
    expect(placeOf(await build(true, [empties]))).toEqual({ source: '../src/pay.js', line: 7, column: 3 });
  });
});

describe.each([false, true])(
  'a server that is bundled a second time, with maps asked for the first time: %s',
  (sourcemap) => {
    it('maps its steps to their source if its second map contains the texts', async () => {
      const first = await rolldown({
        input: input(),
        plugins: [stepSourceMap(() => join(dir, '.workflow'), { place: 'inside' })],
      });
      await first.write({ dir: join(dir, 'first'), sourcemap });
      const second = await rollup({ input: join(dir, 'first/server.js') });
      const { output } = await second.write({ dir: join(dir, 'second'), sourcemap: true });
      const chunk = output.find((file) => file.type === 'chunk' && file.code.includes('declined')) as OutputChunk;
      const { line, column } = placeIn(chunk.code);
      rmSync(join(dir, 'first'), { recursive: true });
      expect(mapStack(`    at ${join(dir, 'second', chunk.fileName)}:${line}:${column}`)).toBe(
        `    at ${join(dir, 'src/pay.js')}:7:3`,
      );
    });
  },
);
