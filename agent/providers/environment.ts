/** The environment of the host's process; workflow code has none. */
type Environment = Readonly<Record<string, string | undefined>>;

/** `null` in workflow code. */
export function findEnvironment(): Environment | null {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? null;
}

/** The environment of the process; empty in workflow code. */
export const readEnvironment = (): Environment => findEnvironment() ?? {};
