

import { markStep } from 'workflow/internal/compiled'; markStep("step//./input//größe", größe); export async function größe() {
  return '🎉'.length;
}
