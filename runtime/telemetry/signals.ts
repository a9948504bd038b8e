/** The kinds of data that OpenTelemetry takes. */
export const SIGNALS = ['traces', 'metrics', 'logs'] as const;
/** One of them. */
export type Signal = (typeof SIGNALS)[number];
