import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

const list = [1, 2]
const one = /* @__PURE__ */ stepProxy("step//./input//one", undefined, undefined, undefined, 1)
const two = /* @__PURE__ */ stepProxy("step//./input//two")

class Jobs {
  static label = 'jobs'
  static run = /* @__PURE__ */ stepProxy("step//./input//Jobs.run")
  static async *all() {
    yield 1
  }
  static async last(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.last", undefined, this.last); }
}
;[one, two].forEach((fn) => list.push((typeof fn).length))

export async function flow() {
  
  const nested = stepProxy("step//./input//flow/nested")
  ;[1].forEach((n) => list.push(n))
  return [await one(1), await two(), await Jobs.run(), await Jobs.last(), await nested(), list]
}
