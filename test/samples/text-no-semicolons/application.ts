import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os'

const list = [1, 2]
const one = registerStep("step//./input//one", { one: async (n: number) => {
  
  return n + EOL.length
} }.one)
const two = registerStep("step//./input//two", { two: async function () {
  

  const a = EOL
  return a.length
} }.two)

class Jobs {
  static label = 'jobs'
  static run = registerStep("step//./input//Jobs.run", { run: async () => {
    
    return EOL.length
  } }.run)
  static async *all() {
    yield 1
  }
  static async last() {
    
    return EOL.length + 1
  } static { registerStep("step//./input//Jobs.last", this.last); }
}
;[one, two].forEach((fn) => list.push((typeof fn).length))

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { nested: async () => {
    
    return EOL.length
  } }.nested; }
