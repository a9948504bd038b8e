/** Reads a value of the user's, whose getters and proxies may throw. @returns `otherwise` if they do. */
export function tryRead<Result, Other = undefined>(read: () => Result, otherwise?: Other): Result | Other {
  try {
    return read();
  } catch {
    return otherwise as Other;
  }
}
