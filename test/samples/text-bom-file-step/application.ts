

import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//größe", größe); export async function größe() {
  return '🎉'.length;
}
