import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
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
    
    return this.size * this.size + EOL.length;
  } static { registerStep("step//./input//Shape#area", this.prototype.area); }; static { registerClass("class//./input//Shape", this, "Shape"); }
}
class Circle extends Shape {
  static [WORKFLOW_SERIALIZE](circle: Circle) {
    return circle.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Circle(size);
  }
  override async area() {
    
    return this.size * 3 + EOL.length;
  } static { registerStep("step//./input//Circle#area", this.prototype.area); }; static { registerClass("class//./input//Circle", this, "Circle"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
