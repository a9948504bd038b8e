import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os'

const list = [1, 2]
const one = step$1("step//./input//one", { one: async (n: number) => {
  
  return n + EOL.length
} }.one)
const two = step$1("step//./input//two", { two: async function () {
  

  const a = EOL
  return a.length
} }.two)

class Jobs {
  static label = 'jobs'
  static run = step$1("step//./input//Jobs.run", { run: async () => {
    
    return EOL.length
  } }.run)
  static async *all() {
    yield 1
  }
  static async last() {
    
    return EOL.length + 1
  } static { step$1("step//./input//Jobs.last", this.last); }
}
;[one, two].forEach((fn) => list.push((typeof fn).length))

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { nested: async () => {
    
    return EOL.length
  } }.nested; }
