import { EOL } from 'node:os';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Point {
  constructor(readonly x: number) {}
  static [WORKFLOW_SERIALIZE] = (point: Point) => point.x;
  static [WORKFLOW_DESERIALIZE] = (x: number) => new Point(x);
  get double() {
    return this.x * 2;
  }
}

export async function flow(x: number) {
  'use workflow';
  const point = new Point(x);
  const read = async (other: Point) => {
    'use step';
    return new Point(point.double + other.x + EOL.length);
  };
  const result = await read(new Point(100));
  return [result.double, result];
}
