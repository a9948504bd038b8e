import { calledDirectly, markWorkflow, registerClosure, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/read", closure); import { EOL } from 'node:os';
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

function closure({ point }) { return { read: async (other: Point) => {
    
    return new Point(point.double + other.x + EOL.length);
  } }.read; }
