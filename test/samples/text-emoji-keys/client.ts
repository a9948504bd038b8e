import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const mood = {
  '🎉': markStep("step//./input//mood/🎉", { "🎉": async () => {
    
    return `party ${EOL.length}`;
  } }["🎉"]),
  'naïve key': markStep("step//./input//mood/naïve key", { async 'naïve key'() {
    
    return `naïve ${EOL.length}`;
  } }["naïve key"]),
  ключ: markStep("step//./input//mood/ключ", { ключ: async () => {
    
    return `key ${EOL.length}`;
  } }.ключ),
};
export async function flow() { return calledDirectly("workflow//./input//flow"); }
