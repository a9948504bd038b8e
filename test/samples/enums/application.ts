import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//read", read); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

enum Level {
  Low = 1,
  High = Low << 2,
}
const enum Unit {
  Euro = 'EUR',
}
export enum Shared {
  A = 'a',
}
enum OnlySteps {
  Size = EOL.length,
}

async function read(level: Level) {
  
  return [Level[level], Unit.Euro, OnlySteps.Size, Shared.A];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
