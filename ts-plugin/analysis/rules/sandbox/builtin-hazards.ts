/** Uses of the modules of Node, Bun, Deno and Cloudflare. */
import type { Node, Span } from '../../../../compiler/ast.ts';
import { memberAround } from '../../../../compiler/globals/member-chain.ts';
import { compileError } from '../../../../compiler/messages.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { BuiltinUse, ReachedPart } from '../../reach/reach.ts';
import type { Hazard } from './hazards.ts';
import { sleepFixes } from './sleep-fix.ts';

/** The hazards of one part, with a fix for timers that can become `sleep()`. */
export function builtinHazards({ part: { file }, builtins }: ReachedPart): Hazard[] {
  return builtins.map(({ node, target }): Hazard => {
    const [name] = target.path;
    const names = name === undefined ? '' : `"${name}" of `;
    const builtin = target.module;
    return {
      node,
      span: node.type === 'StringLiteral' ? node.span : membersSpan(node),
      subject: `${names}"${builtin}"`,
      import: target.import,
      toError: (chain) => compileError('compile_builtin_reached', { builtin, names, chain }),
      fixes: () => fixesOf(file, { node, target }),
    };
  });
}

/** The span of a name with the members read from it. */
function membersSpan(node: Node): Span {
  let last = node;
  for (let at: Node | null = node; at; at = memberAround(at)) last = at;
  return { start: node.span.start, end: last.span.end };
}

function fixesOf(file: ProjectFile, { node, target }: BuiltinUse): ReturnType<Hazard['fixes']> {
  const isTimer = target.module === 'node:timers/promises' && target.path[0] === 'setTimeout';
  return isTimer ? sleepFixes(file, node) : [];
}
