import { calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Point {
  constructor(readonly x: number) {}
  static [WORKFLOW_SERIALIZE] = (point: Point) => point.x;
  static [WORKFLOW_DESERIALIZE] = (x: number) => new Point(x);
  get double() {
    return this.x * 2;
  }; static { registerClass("class//./input//Point", this, "Point"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
