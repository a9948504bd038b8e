#!/usr/bin/env -S node --import x


import { markStep } from 'workflow/internal/compiled'; export const run = markStep("step//./input//run", { run: async () => 'ran' }.run);
