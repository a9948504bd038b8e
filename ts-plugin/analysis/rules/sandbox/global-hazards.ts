/** Uses of globals that workflow code does not have, as the build finds them. */
import { toBoundCode } from '../../../../compiler/globals/bound-code.ts';
import { findGlobalUses } from '../../../../compiler/globals/global-uses.ts';
import { compileError } from '../../../../compiler/messages.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { Hazard } from './hazards.ts';
import { sleepFixes } from './sleep-fix.ts';

/** The hazards of one part; their errors have the code and text of the build. */
export function globalHazards({ file, references }: CodePart): Hazard[] {
  return findGlobalUses(toBoundCode(file, file.source.path), references).map(
    ({ node, name, reason, instead }): Hazard => ({
      node,
      span: node.span,
      subject: `"${name}"`,
      import: null,
      toError: (chain) => compileError('compile_global_reached', { name, reason, instead, chain }),
      fixes: () => (name === 'setTimeout' ? sleepFixes(file, node) : []),
    }),
  );
}
