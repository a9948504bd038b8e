/** Files that steps name beside themselves, in applications whose bundler moves the code and not the files. */
import { embeddedFileArguments, fileUrlsIn, reasonAgainst } from '../build/step-files.ts';
import { callText } from './function-text.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Replaces each address by that of a copy. `workflow build` reports the files of which there can be none. */
export function embedFiles(builder: ViewBuilder): void {
  const { code, path } = builder.analysis.file;
  for (const { expression, index, path: file } of fileUrlsIn(code, path)) {
    const span = { start: index, end: index + expression.length };
    if (builder.edits.isGone(span) || reasonAgainst(file) !== null) continue;
    const embeddedFile = builder.import(COMPILED_MODULE, 'embeddedFile');
    builder.edits.replace(span, callText(embeddedFile, embeddedFileArguments(file)));
  }
}
