import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Shape {
  constructor(public size: number) {}
  static [WORKFLOW_SERIALIZE](shape: Shape) {
    return shape.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Shape(size);
  }
  async area(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Shape#area", undefined, this.prototype.area, true); }; static { registerClass("class//./input//Shape", this, "Shape"); }
}
class Circle extends Shape {
  static [WORKFLOW_SERIALIZE](circle: Circle) {
    return circle.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Circle(size);
  }
  override async area(...args) { return step$2.apply(this, args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Circle#area", undefined, this.prototype.area, true); }; static { registerClass("class//./input//Circle", this, "Circle"); }
}

export async function flow() {
  
  const shapes = [new Shape(2), new Circle(2)];
  return Promise.all(shapes.map((shape) => shape.area()));
}
