import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkOptions, FLAG, PATH, PATHS, resolveFolders } from './read-options.ts';

const rules = { watch: FLAG, outDir: PATH, dirs: PATHS };

describe('options', () => {
  it('pass with the right types, and all of them are optional', () => {
    const options = { watch: false, outDir: 'out', dirs: ['src'] };
    expect(() => checkOptions({ place: 'workflow', options, rules })).not.toThrow();
    expect(() => checkOptions({ place: 'workflow', options: { watch: undefined }, rules })).not.toThrow();
  });

  it('that do not exist are refused with the list of known options', () => {
    expect(() => checkOptions({ place: 'workflow', options: { dir: ['src'] }, rules })).toThrow(
      expect.objectContaining({
        code: 'integration_option_unknown',
        message: expect.stringMatching(/"workflow\.dir".*watch, outDir, dirs/s),
      }),
    );
  });

  it.each([
    [{ watch: 'yes' }, '"watch" must be true or false, but is "yes"'],
    [{ outDir: '' }, '"outDir" must be a path, but is ""'],
    [{ dirs: 'src' }, '"dirs" must be a list of folders, but is "src"'],
    [{ dirs: [1] }, '"dirs" must be a list of folders, but is [1]'],
    [{ watch: () => true }, '"watch" must be true or false, but is () => true'],
  ])('of a wrong type are refused: %j', (options, message) => {
    expect(() => checkOptions({ place: '', options, rules })).toThrow(message);
  });
});

describe('folders that the user names', () => {
  it('are relative to the root, and a missing one is refused', () => {
    const rootDir = mkdtempSync(join(tmpdir(), 'workflow-folders-'));
    onTestFinished(() => rmSync(rootDir, { recursive: true }));
    mkdirSync(join(rootDir, 'flows'));
    expect(resolveFolders(rootDir, ['flows'], 'dirs')).toEqual([join(rootDir, 'flows')]);
    expect(() => resolveFolders(rootDir, ['flows', 'flow'], 'dirs')).toThrow(
      expect.objectContaining({ code: 'integration_folder_missing', message: expect.stringContaining('"flow"') }),
    );
  });
});
