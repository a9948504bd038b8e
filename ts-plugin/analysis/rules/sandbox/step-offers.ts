/** Offers a step for what workflow code must not have and a step has. */
import type { Node } from '../../../../compiler/ast.ts';
import { extractFixes } from '../../edits/extract-fix.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import type { Hazard } from './hazards.ts';

/** Globals that a step has. Those of browsers are nowhere, and for timers there is `sleep()`. */
const IN_STEPS = new Set(
  (
    'process Buffer require crypto Crypto WebSocket EventSource WebAssembly Worker TransformStream TextEncoderStream ' +
    'TextDecoderStream CompressionStream DecompressionStream __dirname __filename global'
  ).split(' '),
);

/** The fix for a place in a workflow that uses a hazard, there or through other code. */
export function offerStep(
  project: Project,
  file: ProjectFile,
  { place, hazard }: { place: Node; hazard: Hazard },
): QuickFix[] {
  return isInSteps(hazard) ? extractFixes(project, file, place) : [];
}

function isInSteps({ import: source, subject }: Hazard): boolean {
  if (source) return !/"node:timers(?:\/|")/.test(subject);
  return IN_STEPS.has(/^"(\w+)/.exec(subject)?.[1] ?? '');
}
