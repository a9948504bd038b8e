import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';

export const mood = {
  '🎉': step$1("step//./input//mood/🎉", { "🎉": async () => {
    
    return `party ${EOL.length}`;
  } }["🎉"]),
  'naïve key': step$1("step//./input//mood/naïve key", { async 'naïve key'() {
    
    return `naïve ${EOL.length}`;
  } }["naïve key"]),
  ключ: step$1("step//./input//mood/ключ", { ключ: async () => {
    
    return `key ${EOL.length}`;
  } }.ключ),
};
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ 값 }) { return { nested: async () => {
    
    return 값 + EOL.length;
  } }.nested; }
