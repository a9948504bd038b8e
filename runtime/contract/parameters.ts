/** The parameters of a function, as those who call it without its code know them. */

/** A parameter in the source. */
export interface Parameter {
  /** Its name; left out for a pattern. */
  name?: string;
  /** The paths of the members that a pattern reads and has no default for: `id`, `address.city`. */
  members?: readonly string[];
  /** A call may leave it out. */
  isOptional?: true;
  /** It takes all arguments that are left. */
  isRest?: true;
  /** The function does not use it, so anything fits. */
  isUnused?: true;
}

/** Whether a call that was written for the parameters `old` gives each of `now` what its name says. */
export function takesCallsOf(now: readonly Parameter[], old: readonly Parameter[]): boolean {
  return now.every((parameter, at) => {
    const before = old[at];
    return before ? isSame(parameter, before) : !!(parameter.isOptional || parameter.isRest || parameter.isUnused);
  });
}

function isSame(now: Parameter, before: Parameter): boolean {
  if (now.isUnused) return true;
  if (now.isRest !== before.isRest || (before.isOptional && !now.isOptional)) return false;
  if (now.name !== undefined || !before.members) return now.name === before.name;
  return now.members!.every((path) => before.members!.includes(path));
}

/** `(id, { address.city, total }, note?, ...rest)`. */
export const parametersText = (parameters: readonly Parameter[]): string =>
  `(${parameters.map(parameterText).join(', ')})`;

function parameterText({ name, members, isOptional, isRest }: Parameter): string {
  const text = name ?? (members!.length > 0 ? `{ ${members!.join(', ')} }` : '{}');
  return `${isRest ? '...' : ''}${text}${isOptional ? '?' : ''}`;
}
