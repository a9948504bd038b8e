/** Reads from a `package.json` whether the modules beside it have side effects. */
import { dirname, join } from 'node:path';
import type { Project } from '../project/project.ts';

/** `"sideEffects": false`. A list of files says the same of all others; which those are, is not looked at. */
const FREE = /"sideEffects"\s*:\s*(?:false|\[)/;

/** Whether bundlers may leave out a module in a folder when nothing of it is used. */
export function saysFreeOfEffects(project: Project, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const text = project.text(join(at, 'package.json'));
    if (text) return FREE.test(text.code);
    if (at === project.rootDir || at === dirname(at)) return false;
  }
}
