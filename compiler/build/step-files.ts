/**
 * Takes files into the step bundle that step code names beside itself, as in `new URL('./rates.json',
 * import.meta.url)`: at run time that code is elsewhere, mostly in one file with a whole server.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { COMPILED_MODULE } from '../views/view-builder.ts';
import type { BuildModules } from './build-modules.ts';
import { readSourceFile, SOURCE_FILE } from './source-files.ts';

/** An expression for the address of a file beside a module. */
export interface FileUrl {
  expression: string;
  specifier: string;
  /** Where it begins in the text. */
  index: number;
  /** Absolute path of the file. */
  path: string;
}

const FILE_URL = /\bnew\s+URL\(\s*(['"`])(\.{1,2}\/[^'"`$\\?#]*)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/** All files together make the bundle, which every process loads. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The expressions in the text of a module. */
export function fileUrlsIn(code: string, modulePath: string): FileUrl[] {
  return Array.from(code.matchAll(FILE_URL), ({ 0: expression, 2: specifier, index }) => {
    const path = join(dirname(modulePath), decodeURI(specifier!));
    return { expression, specifier: specifier!, index, path };
  });
}

/** The arguments of `embeddedFile()`, as code. */
export const embeddedFileArguments = (path: string): string[] =>
  [basename(path), readFileSync(path, 'base64')].map((argument) => JSON.stringify(argument));

interface StepFilesOptions {
  rootDir: string;
  modules: BuildModules;
  /** Gets what is wrong in files with directives. In others a build cannot tell what a path is for. */
  problems: Diagnostic[];
}

/** Replaces the expressions by calls that give the address of a copy. One that names no file stays as it is. */
export function takeStepFiles({ rootDir, modules, problems }: StepFilesOptions): Plugin {
  return {
    name: 'workflow:step-files',
    transform: {
      order: 'post',
      filter: { id: SOURCE_FILE, code: 'import.meta.url' },
      handler(code, path) {
        const edited = new MagicString(code);
        for (const { expression, specifier, index, path: file } of fileUrlsIn(code, path)) {
          const reason = reasonAgainst(file);
          if (reason === 'missing') continue;
          if (reason === null) {
            this.addWatchFile(file);
            edited.update(index, index + expression.length, `embeddedFile(${embeddedFileArguments(file).join(', ')})`);
          } else if (modules.has(path)) {
            const source = readSourceFile(rootDir, path);
            const error = compileError('compile_step_file', { specifier, reason });
            problems.push(createDiagnostic(source, Math.max(source.code.indexOf(expression), 0), error));
          }
        }
        if (!edited.hasChanged()) return null;
        edited.prepend(`import { embeddedFile } from '${COMPILED_MODULE}'; `);
        return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
      },
    },
  };
}

/** Why a file cannot be taken into the bundle; `null`: it can. */
export function reasonAgainst(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return 'missing';
  if (!found.isFile()) return 'it is a folder';
  if (SOURCE_FILE.test(file)) return 'it is source code, which would have to be built as well';
  return found.size > FILE_BYTES_MAX ? 'it has more than 4 MB' : null;
}
