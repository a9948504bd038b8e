import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const box = {
  default: registerStep("step//./input//box/default", { default: async () => {  return `default ${EOL.length}`; } }.default),
  class: registerStep("step//./input//box/class", { async class() {  return `class ${EOL.length}`; } }.class),
  'delete': registerStep("step//./input//box/delete", { async 'delete'() {  return `delete ${EOL.length}`; } }.delete),
  1e3: registerStep("step//./input//box/1000", { async 1e3() {  return `1000 ${EOL.length}`; } }["1000"]),
  0x10: registerStep("step//./input//box/16", { "16": async () => {  return `16 ${EOL.length}`; } }["16"]),
  .5: registerStep("step//./input//box/0.5", { async .5() {  return `half ${EOL.length}`; } }["0.5"]),
  'a/b~c%': registerStep("step//./input//box/a%2Fb%7Ec%25", { "a/b~c%": async () => {  return `odd ${EOL.length}`; } }["a/b~c%"]),
  '': registerStep("step//./input//box", async () => {  return `empty ${EOL.length}`; }),
  async: registerStep("step//./input//box/async", { async async() {  return `async ${EOL.length}`; } }.async),
  get: registerStep("step//./input//box/get", { async get() {  return `get ${EOL.length}`; } }.get),
  __proto__: registerStep("step//./input//box/__proto__", { async __proto__() {  return `proto ${EOL.length}`; } }.__proto__),
  await: registerStep("step//./input//box/await", { async await() {  return `await ${EOL.length}`; } }.await),
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
