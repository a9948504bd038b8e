import { EOL } from 'node:os';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Shape {
  constructor(public size: number) {}
  static [WORKFLOW_SERIALIZE](shape: Shape) {
    return shape.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Shape(size);
  }
  async area() {
    'use step';
    return this.size * this.size + EOL.length;
  }
}
class Circle extends Shape {
  static [WORKFLOW_SERIALIZE](circle: Circle) {
    return circle.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Circle(size);
  }
  override async area() {
    'use step';
    return this.size * 3 + EOL.length;
  }
}

export async function flow() {
  'use workflow';
  const shapes = [new Shape(2), new Circle(2)];
  return Promise.all(shapes.map((shape) => shape.area()));
}
