#!/usr/bin/env -S node --import x


import { stepProxy } from 'workflow/internal/compiled'; export const run = /* @__PURE__ */ stepProxy("step//./input//run");
