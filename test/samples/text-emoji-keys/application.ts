import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';

export const mood = {
  '🎉': registerStep("step//./input//mood/🎉", { "🎉": async () => {
    
    return `party ${EOL.length}`;
  } }["🎉"]),
  'naïve key': registerStep("step//./input//mood/naïve key", { async 'naïve key'() {
    
    return `naïve ${EOL.length}`;
  } }["naïve key"]),
  ключ: registerStep("step//./input//mood/ключ", { ключ: async () => {
    
    return `key ${EOL.length}`;
  } }.ключ),
};
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ 값 }) { return { nested: async () => {
    
    return 값 + EOL.length;
  } }.nested; }
