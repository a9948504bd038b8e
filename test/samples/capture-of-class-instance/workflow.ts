import { registerWorkflow, stepProxy, registerClass } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Point {
  constructor(readonly x: number) {}
  static [WORKFLOW_SERIALIZE] = (point: Point) => point.x;
  static [WORKFLOW_DESERIALIZE] = (x: number) => new Point(x);
  get double() {
    return this.x * 2;
  }; static { registerClass("class//./input//Point", this, "Point"); }
}

export async function flow(x: number) {
  
  const point = new Point(x);
  const read = stepProxy("step//./input//flow/read", () => ({ point }), undefined, undefined, 1);
  const result = await read(new Point(100));
  return [result.double, result];
}
