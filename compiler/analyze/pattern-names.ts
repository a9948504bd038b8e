/** The names of patterns: `first` and `others` of `const [first, { a: others }] = …`. */
import { type Node, child, children, staticKey, text } from '../ast.ts';
import type { MemberNames } from './value-uses.ts';

/** A name that a pattern declares. */
export interface PatternName {
  name: string;
  /** The identifier that declares it. */
  node: Node;
  /** The way to what the name gets; the index of an element as a text. */
  members: MemberNames;
  /** It gets a copy of what no other name takes. */
  isRest: boolean;
  /** It, or what it is a part of, has a default value. */
  isOptional: boolean;
}

/** The names of a pattern, in the order of the text. */
export function patternNames(pattern: Node): PatternName[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: text(pattern), node: pattern, members: [], isRest: false, isOptional: false }];
    case 'AssignmentPattern':
      return patternNames(child(pattern, 'left')!).map((one) => ({ ...one, isOptional: true }));
    case 'RestElement':
      return patternNames(child(pattern, 'argument')!).map((one) => ({ ...one, isRest: true }));
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap((one, at) => (one ? namesUnder(String(at), one) : []));
    case 'ObjectPattern':
      return children(pattern, 'properties').flatMap(patternNames);
    case 'KeyValuePatternProperty':
      return namesUnder(staticKey(child(pattern, 'key')), child(pattern, 'value')!);
    case 'AssignmentPatternProperty': {
      const key = child(pattern, 'key')!;
      const isOptional = child(pattern, 'value') !== null;
      return namesUnder(staticKey(key), key).map((one) => ({ ...one, isOptional }));
    }
    default:
      return [];
  }
}

function namesUnder(key: string | null, pattern: Node): PatternName[] {
  if (pattern.type === 'RestElement') return patternNames(pattern);
  return patternNames(pattern).map((one) => ({ ...one, members: [key, ...one.members] }));
}
