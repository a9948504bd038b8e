/** Things that workflow code must not use: each use with its place and its error. */
import type { Node, Span } from '../../../../compiler/ast.ts';
import type { WorkflowError } from '../../../../runtime/contract/errors.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { ReachedPart } from '../../reach/reach.ts';
import { builtinHazards } from './builtin-hazards.ts';
import { dynamicHazards } from './dynamic-hazards.ts';
import { globalHazards } from './global-hazards.ts';

/** One use of something that workflow code does not have. */
export interface Hazard {
  /** The node where the use begins. */
  node: Node;
  span: Span;
  /** Its name in messages: `"createHash" of "node:crypto"`. */
  subject: string;
  /** The import that brings it; `null` for globals. */
  import: { file: CodePart['file']; source: Node } | null;
  toError(chain: string): WorkflowError;
  fixes(): QuickFix[];
}

const known = new WeakMap<ReachedPart, readonly Hazard[]>();
const knownOfPart = new WeakMap<CodePart, readonly Hazard[]>();

/** The hazards of a reached part, in no particular order. */
export function hazardsOf(reached: ReachedPart): readonly Hazard[] {
  // Most parts use no module of the host, so edits of other files do not change their hazards.
  if (reached.builtins.length === 0) return hazardsOfPart(reached.part);
  let hazards = known.get(reached);
  if (!hazards) known.set(reached, (hazards = [...builtinHazards(reached), ...hazardsOfPart(reached.part)]));
  return hazards;
}

/** The hazards that depend on the text of the file alone. */
function hazardsOfPart(part: CodePart): readonly Hazard[] {
  let hazards = knownOfPart.get(part);
  if (!hazards) knownOfPart.set(part, (hazards = [...globalHazards(part), ...dynamicHazards(part)]));
  return hazards;
}
