/** Where the runtime writes messages for operators. `details` never holds payloads or secrets. */
export interface Log {
  info(event: string, details: Record<string, unknown>): void;
  warn(event: string, details: Record<string, unknown>): void;
  error(event: string, details: Record<string, unknown>): void;
}
