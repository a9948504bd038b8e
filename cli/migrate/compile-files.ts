/** Compiles the workflows and steps of a project, to see what the compiler says of them. */
import { join } from 'node:path';
import { compileModule } from '../../compiler/compile-module.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { mayHoldDirective } from '../../compiler/directives.ts';
import { toModuleId } from '../../compiler/module-id.ts';

/** A source file, by its path from the root. */
export interface SourceText {
  path: string;
  code: string;
}

/** A file with workflows or steps. */
export interface CompiledFile {
  path: string;
  workflows: number;
  steps: number;
  /** Texts of the compiler, with their places. */
  errors: string[];
  warnings: string[];
}

const COMPILED = /\.[cm]?[jt]sx?$/;

/** Files without workflows and steps are left out. */
export function compileFiles(rootDir: string, sources: readonly SourceText[]): CompiledFile[] {
  return sources
    .filter(({ path, code }) => COMPILED.test(path) && mayHoldDirective(code))
    .map((source) => compileFile(rootDir, source))
    .filter(({ workflows, steps, errors }) => workflows + steps + errors.length > 0);
}

function compileFile(rootDir: string, { path: name, code }: SourceText): CompiledFile {
  const path = join(rootDir, name);
  try {
    const compiled = compileModule({ path, code, name, moduleId: toModuleId({ path, rootDir }), view: 'workflow' });
    return {
      path: name,
      workflows: compiled?.info.workflows.length ?? 0,
      steps: compiled?.info.steps.length ?? 0,
      errors: [],
      warnings: compiled?.warnings.map(({ text }) => text) ?? [],
    };
  } catch (error) {
    if (!(error instanceof CompileFailure)) throw error;
    return { path: name, workflows: 0, steps: 0, errors: [error.message], warnings: [] };
  }
}
