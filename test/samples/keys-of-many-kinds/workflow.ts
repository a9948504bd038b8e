import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export const box = {
  default: /* @__PURE__ */ stepProxy("step//./input//box/default"),
  class: /* @__PURE__ */ stepProxy("step//./input//box/class"),
  'delete': /* @__PURE__ */ stepProxy("step//./input//box/delete"),
  1e3: /* @__PURE__ */ stepProxy("step//./input//box/1000"),
  0x10: /* @__PURE__ */ stepProxy("step//./input//box/16"),
  .5: /* @__PURE__ */ stepProxy("step//./input//box/0.5"),
  'a/b~c%': /* @__PURE__ */ stepProxy("step//./input//box/a%2Fb%7Ec%25"),
  '': /* @__PURE__ */ stepProxy("step//./input//box"),
  async: /* @__PURE__ */ stepProxy("step//./input//box/async"),
  get: /* @__PURE__ */ stepProxy("step//./input//box/get"),
  __proto__: /* @__PURE__ */ stepProxy("step//./input//box/__proto__"),
  await: /* @__PURE__ */ stepProxy("step//./input//box/await"),
};

export async function flow() {
  
  const table = box as unknown as Record<string, () => Promise<string>>;
  const keys = ['default', 'class', 'delete', '1000', '16', '0.5', 'a/b~c%', '', 'async', 'get', '__proto__', 'await'];
  const results: string[] = [];
  for (const key of keys) results.push(await table[key]!());
  return results;
}
