import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

/** Each instance has steps of its own, made from what the constructor got. */
class Queue {
  run: (n: number) => Promise<string>;
  constructor(name: string) {
    this.run = stepProxy("step//./input//Queue/constructor/run", () => ({ name }), undefined, undefined, 1);
  }
}

export async function flow() {
  
  const first = new Queue('first');
  const second = new Queue('second');
  return [await first.run(1), await second.run(2), await first.run(3)];
}
