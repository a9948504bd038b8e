import { EOL } from 'node:os'

const list = [1, 2]
const one = async (n: number) => {
  'use step'
  return n + EOL.length
}
const two = async function () {
  'use step'

  const a = EOL
  return a.length
}

class Jobs {
  static label = 'jobs'
  static run = async () => {
    'use step'
    return EOL.length
  }
  static async *all() {
    yield 1
  }
  static async last() {
    'use step'
    return EOL.length + 1
  }
}
;[one, two].forEach((fn) => list.push((typeof fn).length))

export async function flow() {
  'use workflow'
  const nested = async () => {
    'use step'
    return EOL.length
  }
  ;[1].forEach((n) => list.push(n))
  return [await one(1), await two(), await Jobs.run(), await Jobs.last(), await nested(), list]
}
