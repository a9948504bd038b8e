/** Reads a file of which only the names count. */
import { bindModule } from '../analyze/bind-module.ts';
import type { SourceFile } from '../diagnostics.ts';
import { type BoundCode, isModuleSyntax } from '../globals/bound-code.ts';
import { parseModule } from '../parse-module.ts';

/** @throws CompileFailure when the parser does not take the text. */
export function bindCode(file: SourceFile): BoundCode {
  const items = parseModule(file);
  const bindings = bindModule(items, { type: 'Module', span: { start: 0, end: file.code.length } });
  return {
    bindings,
    isModule: items.some(isModuleSyntax),
  };
}
