#!/usr/bin/env -S node --import x


import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } export const run = step$1("step//./input//run", { run: async () => 'ran' }.run);
