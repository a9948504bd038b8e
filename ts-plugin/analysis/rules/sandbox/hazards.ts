/** What reached code must not use: each use with its place and its error. */
import type { Node, Span } from '../../../../compiler/ast.ts';
import type { WorkflowError } from '../../../../runtime/contract/errors.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { ReachedPart } from '../../reach/reach.ts';
import { builtinHazards } from './builtin-hazards.ts';
import { dynamicHazards } from './dynamic-hazards.ts';
import { globalHazards } from './global-hazards.ts';

export interface Hazard {
  /** Where it begins. */
  node: Node;
  span: Span;
  /** For people: `"createHash" of "node:crypto"`. */
  subject: string;
  /** The import of what is used; `null` for globals. */
  import: { file: CodePart['file']; source: Node } | null;
  toError(chain: string): WorkflowError;
  fixes(): QuickFix[];
}

const known = new WeakMap<ReachedPart, readonly Hazard[]>();
const knownOfPart = new WeakMap<CodePart, readonly Hazard[]>();

/** In no particular order. */
export function hazardsOf(reached: ReachedPart): readonly Hazard[] {
  // Most parts use no module of the host, and stay what they are when other files are edited.
  if (reached.builtins.length === 0) return hazardsOfPart(reached.part);
  let hazards = known.get(reached);
  if (!hazards) known.set(reached, (hazards = [...builtinHazards(reached), ...hazardsOfPart(reached.part)]));
  return hazards;
}

/** Those that the text of the file alone decides. */
function hazardsOfPart(part: CodePart): readonly Hazard[] {
  let hazards = knownOfPart.get(part);
  if (!hazards) knownOfPart.set(part, (hazards = [...globalHazards(part), ...dynamicHazards(part)]));
  return hazards;
}
