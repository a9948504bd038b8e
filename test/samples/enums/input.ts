import { EOL } from 'node:os';

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
  'use step';
  return [Level[level], Unit.Euro, OnlySteps.Size, Shared.A];
}

export async function flow(level = Level.High) {
  'use workflow';
  return [await read(level), level, Unit.Euro, Shared.A];
}
