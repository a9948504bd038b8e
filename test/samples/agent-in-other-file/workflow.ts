import { registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); import { createAgent, support } from './agents';

export async function answer() {
  
  return [await support.stream(), await createAgent('helper').stream()];
}
