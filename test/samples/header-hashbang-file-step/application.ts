#!/usr/bin/env -S node --import x


import { registerStep } from 'workflow/internal/compiled'; export const run = registerStep("step//./input//run", { run: async () => 'ran' }.run);
