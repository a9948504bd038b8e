import { SourceMap, type SourceMapPayload } from 'node:module';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { createPlaceLookup } from './source-positions.ts';

const MAP = { version: 3, sources: ['a.ts', 'b.ts'], names: ['n'], mappings: 'AAAA,IAEIA,E;;ECAF,C' };

describe('places in a source map', () => {
  it('are the ones that Node finds, for all text of a bundle', async () => {
    const bundle = await rolldown({ input: import.meta.filename.replace('.test', ''), platform: 'node' });
    const { output } = await bundle.generate({ format: 'esm', sourcemap: true });
    await bundle.close();
    const { code, map } = output[0];
    const lookup = createPlaceLookup(map!.toString());
    const reference = new SourceMap(JSON.parse(map!.toString()) as SourceMapPayload);
    const seen: unknown[] = [];
    const expected: unknown[] = [];
    code.split('\n').forEach((text, line) => {
      for (let column = 0; column < text.length; column++) {
        const entry = reference.findEntry(line, column);
        if (!('originalSource' in entry) || entry.generatedLine !== line) continue;
        const { originalSource: source, originalLine, originalColumn } = entry;
        expected.push({ source, line: originalLine + 1, column: originalColumn + 1 });
        seen.push(lookup({ line: line + 1, column: column + 1 }));
      }
    });
    expect(seen.length).toBeGreaterThan(1_000);
    expect(seen).toEqual(expected);
  });

  it('are unknown where text has no origin', () => {
    const lookup = createPlaceLookup(JSON.stringify(MAP));
    const at = (line: number, column: number) => lookup({ line, column });
    expect([at(1, 1), at(1, 5), at(1, 6)]).toEqual([
      { source: 'a.ts', line: 1, column: 1 },
      { source: 'a.ts', line: 3, column: 5 },
      { source: 'a.ts', line: 3, column: 5 },
    ]);
    expect([at(1, 7), at(2, 1), at(3, 1), at(3, 4), at(9, 1)]).toEqual([null, null, null, null, null]);
    expect(at(3, 3)).toEqual({ source: 'b.ts', line: 3, column: 3 });
  });

  it('are found in a map that is made of others', () => {
    const sections = [
      { offset: { line: 1, column: 4 }, map: MAP },
      { offset: { line: 5, column: 0 }, map: { ...MAP, sources: ['c.ts', 'd.ts'] } },
    ];
    const lookup = createPlaceLookup(JSON.stringify({ version: 3, sections }));
    expect(lookup({ line: 2, column: 4 })).toBeNull();
    expect(lookup({ line: 2, column: 9 })).toEqual({ source: 'a.ts', line: 3, column: 5 });
    expect(lookup({ line: 4, column: 3 })).toEqual({ source: 'b.ts', line: 3, column: 3 });
    expect(lookup({ line: 6, column: 1 })).toEqual({ source: 'c.ts', line: 1, column: 1 });
  });
});
