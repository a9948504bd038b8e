/** The reason of a cancel as a field of what carries it: left out when none was given. */
export const reasonOf = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason });
