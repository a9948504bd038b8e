import { expect, test } from 'vitest';
import { analyzeModule } from '../analyze/analyze-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { checkDirectives } from './check-directives.ts';
import { ViewBuilder } from './view-builder.ts';

test('a view that leaves a directive in the code is an error of ours, not silence', () => {
  const code = "async function charge() { 'use step'; }";
  const builder = new ViewBuilder(analyzeModule(createSourceFile({ path: '/a.ts', name: 'a.ts', code }), './a')!);
  expect(() => checkDirectives(builder, 'workflow')).toThrow(
    /a\.ts:1:27: "use step" was not processed in the workflow view.*compile_directive_unprocessed/,
  );
});
