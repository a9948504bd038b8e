import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SourceWatcher } from './watch-sources.ts';

let root: string;
let watcher: SourceWatcher;
let changes: number;

const path = (name: string): string => join(root, name);

function write(name: string, content = ''): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), content);
}

/** Saves like many editors: a new file takes the name of the old one. */
function replace(name: string): void {
  write('.saved', 'new');
  renameSync(path('.saved'), path(name));
}

/** Resolves when the effect of `change` is noticed. */
async function expectNotice(change: () => void): Promise<void> {
  const before = changes;
  change();
  await expect.poll(() => changes).toBeGreaterThan(before);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workflow-watch-'));
  changes = 0;
});
afterEach(() => {
  watcher.close();
  rmSync(root, { recursive: true, force: true });
});

describe('in a folder with files', () => {
  beforeEach(() => {
    write('workflows/a.ts');
    write('workflows/deep/b.ts');
    watcher = new SourceWatcher({ folders: [path('workflows')], onChange: () => (changes += 1) });
  });

  test.each([
    ['an edit', () => write('workflows/a.ts', 'edited')],
    ['an edit in a folder below', () => write('workflows/deep/b.ts', 'edited')],
    ['a file that is replaced', () => replace('workflows/a.ts')],
    ['a new file', () => write('workflows/c.ts')],
    ['a new file in new folders', () => write('workflows/new/newer/d.ts')],
    ['a deleted file', () => rmSync(path('workflows/a.ts'))],
    ['a deleted folder', () => rmSync(path('workflows/deep'), { recursive: true })],
    ['a renamed folder', () => renameSync(path('workflows/deep'), path('workflows/deeper'))],
  ])('%s is noticed', async (_, change) => {
    await expectNotice(change);
  });

  test('later saves of a replaced file are noticed too', async () => {
    for (let save = 0; save < 3; save++) await expectNotice(() => replace('workflows/a.ts'));
  });

  test('a folder that is deleted and created again is still watched', async () => {
    await expectNotice(() => rmSync(path('workflows'), { recursive: true }));
    await expectNotice(() => write('workflows/a.ts'));
    await expectNotice(() => write('workflows/a.ts', 'edited'));
  });

  test('changes of other files and of installed packages are ignored', async () => {
    write('sentinel/a.ts');
    let isLater = false;
    const later = new SourceWatcher({ folders: [path('sentinel')], onChange: () => (isLater = true) });
    write('workflows/node_modules/thing/index.ts');
    write('workflows/.cache/x.ts');
    write('workflows/notes.txt', 'edited');
    write('elsewhere.ts');
    write('sentinel/a.ts', 'edited');
    // Changes are noticed in their order.
    await expect.poll(() => isLater).toBe(true);
    later.close();
    expect(changes).toBe(0);
  });

  test('many changes at once are reported as one', async () => {
    await expectNotice(() => {
      for (let file = 0; file < 20; file++) write(`workflows/${file}.ts`);
    });
    expect(changes).toBe(1);
  });

  test('a file in another folder is watched as soon as it is named, whatever its kind', async () => {
    write('shared/data.json');
    watcher.watchFiles([path('shared/data.json')]);
    await expectNotice(() => write('shared/data.json', '{}'));
  });
});

test('a folder that is created later is noticed and watched', async () => {
  watcher = new SourceWatcher({ folders: [path('app/workflows')], onChange: () => (changes += 1) });
  await expectNotice(() => write('app/workflows/a.ts'));
  await expectNotice(() => write('app/workflows/a.ts', 'edited'));
});
