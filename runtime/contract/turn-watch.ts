/** Hears when workflow code begins and stops to run, and so can notice code that does not end. */
export interface TurnWatch {
  enter(runId: string, workflowId: string): void;
  leave(): void;
}
