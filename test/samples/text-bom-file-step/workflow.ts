

import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//größe", undefined, größe); export async function größe(...args) { return step$1(...args); }
