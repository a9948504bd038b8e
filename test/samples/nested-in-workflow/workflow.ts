import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//sign", sign); 



export async function sign(text: string) {
  
  const step$1 = stepProxy("step//./input//sign/declared", () => ({ prefix, text }), declared, undefined, 1); const prefix = `<${text}>`;
  // Used before it stands.
  const before = await declared(1);
  async function declared(...args) { return step$1(...args); }
  const arrow = stepProxy("step//./input//sign/arrow", () => ({ prefix }), undefined, undefined, 1);
  const results: string[] = [before];
  for (const part of ['a', 'b']) {
    const inLoop = stepProxy("step//./input//sign/inLoop", () => ({ part, prefix }));
    results.push(await inLoop());
  }
  return [...results, await arrow({ size: 3 })];
}


