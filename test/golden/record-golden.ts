/** Keeps the format of today: `node test/golden/record-golden.ts`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepProcessAlive } from '../../runtime/worker/system-clock.ts';
import { recordGolden } from './play-golden.ts';

const folder = import.meta.dirname;
const kept = readdirSync(folder).filter((name) => name.startsWith('format-')).length;
const directory = join(folder, `format-${kept + 1}`);
mkdirSync(directory);
const letGo = keepProcessAlive();
const recordings = await recordGolden({ kind: 'sqlite', dataDir: join(directory, 'store') });
writeFileSync(join(directory, 'journals.json'), `${JSON.stringify(recordings, null, 1)}\n`);
// Locks of workers that are gone, and the file that keeps stores out of git.
for (const name of ['workers', '.gitignore']) rmSync(join(directory, 'store', name), { recursive: true });
letGo();
