/** The files of a project, as the search for the effects of code asks for them. */
import type { FunctionsOfModule } from '../../../../compiler/analyze/module-analysis.ts';
import type { Node } from '../../../../compiler/ast.ts';
import type { CodeModules } from '../../../../compiler/workflow-code/code-effects.ts';
import { packageName } from '../../../../compiler/workflow-code/foreign-values.ts';
import type { Project } from '../../project/project.ts';

const PACKAGE = 'package:';

/** Names of packages stand for their files. */
export class LinkedFiles implements CodeModules {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  module(path: string): FunctionsOfModule | null {
    const file = this.#project.file(path);
    return file && { ...file, file: file.source, functions: file.analysis?.functions ?? [] };
  }

  target(path: string, source: string): string | null {
    const target = this.#project.resolve(source, path);
    if (target?.kind === 'file') return target.path;
    const name = target?.kind === 'package' ? packageName(target.name) : '';
    return name === '' || name === 'workflow' ? null : PACKAGE + name;
  }

  packageAt(path: string): string | null {
    return path.startsWith(PACKAGE) ? path.slice(PACKAGE.length) : null;
  }

  durable(path: string): ReadonlySet<Node> {
    return new Set(this.#project.file(path)?.directives.keys());
  }
}
