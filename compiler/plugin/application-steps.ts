/** Takes all files with steps into the bundle of a server, also those that the application does not import. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MagicString } from 'magic-string';
import { isStepList, STEP_LIST_BEGIN } from '../build/list-step-files.ts';
import { STEPS_FILE } from '../build/output-files.ts';
import { COMPILED_MODULE } from '../views/view-builder.ts';

/** The import of the module that runs workflows in a server. */
export const SERVER_IMPORT = /\bfrom\s*(['"])workflow\/server\1/;
/** Texts in the modules that change here. */
export const STEP_TEXTS: readonly (string | RegExp)[] = [SERVER_IMPORT, STEP_LIST_BEGIN];

/** A module, and its source map. */
interface BundledModule {
  code: string;
  map: string;
}

const HASHBANG = /^#!.*\n/;

/**
 * Lets a module that runs workflows tell where the files with steps are, before it does anything else. Without a list
 * of `workflow build` it stays as it is.
 * @param view The module's own view; `null`: there is none.
 */
export function provideSteps(
  { path: source, code }: { path: string; code: string },
  view: BundledModule | null,
  outDir: string,
): BundledModule | null {
  const path = join(outDir, STEPS_FILE);
  if (!existsSync(path) || !isStepList(readFileSync(path, 'utf8'))) return view;
  const edited = new MagicString(view?.code ?? code);
  const [hashbang = ''] = HASHBANG.exec(edited.original) ?? [];
  edited.appendLeft(
    hashbang.length,
    `import { list as stepList$1 } from ${JSON.stringify(path)}; import { provideStepFiles as provideStepFiles$1 } from '${COMPILED_MODULE}'; provideStepFiles$1(stepList$1);\n`,
  );
  const map = view
    ? moveDown(view.map, hashbang === '' ? 0 : 1)
    : edited.generateMap({ source, includeContent: true, hires: 'boundary' }).toString();
  return { code: edited.toString(), map };
}

/** The map of a text that has one more line. @param line Its index. */
function moveDown(map: string, line: number): string {
  const parsed = JSON.parse(map) as { mappings: string };
  const mappings = parsed.mappings.split(';');
  return JSON.stringify({ ...parsed, mappings: mappings.toSpliced(line, 0, '').join(';') });
}
