import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const box = {
  default: markStep("step//./input//box/default", { default: async () => {  return `default ${EOL.length}`; } }.default),
  class: markStep("step//./input//box/class", { async class() {  return `class ${EOL.length}`; } }.class),
  'delete': markStep("step//./input//box/delete", { async 'delete'() {  return `delete ${EOL.length}`; } }.delete),
  1e3: markStep("step//./input//box/1000", { async 1e3() {  return `1000 ${EOL.length}`; } }["1000"]),
  0x10: markStep("step//./input//box/16", { "16": async () => {  return `16 ${EOL.length}`; } }["16"]),
  .5: markStep("step//./input//box/0.5", { async .5() {  return `half ${EOL.length}`; } }["0.5"]),
  'a/b~c%': markStep("step//./input//box/a%2Fb%7Ec%25", { "a/b~c%": async () => {  return `odd ${EOL.length}`; } }["a/b~c%"]),
  '': markStep("step//./input//box", async () => {  return `empty ${EOL.length}`; }),
  async: markStep("step//./input//box/async", { async async() {  return `async ${EOL.length}`; } }.async),
  get: markStep("step//./input//box/get", { async get() {  return `get ${EOL.length}`; } }.get),
  __proto__: markStep("step//./input//box/__proto__", { async __proto__() {  return `proto ${EOL.length}`; } }.__proto__),
  await: markStep("step//./input//box/await", { async await() {  return `await ${EOL.length}`; } }.await),
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
