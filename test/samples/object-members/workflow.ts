import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//agent", agent); 

const tools = /* @__PURE__ */ (() => ({
  prefix: 'x',
  search: {
    description: 'search',
    execute: /* @__PURE__ */ stepProxy("step//./input//tools/search/execute", undefined, undefined, undefined, 1),
  },
  plain: /* @__PURE__ */ stepProxy("step//./input//tools/plain", undefined, undefined, undefined, 1),
  'quoted-key': /* @__PURE__ */ stepProxy("step//./input//tools/quoted-key", undefined, undefined, undefined, 1),
  ['computed']: /* @__PURE__ */ stepProxy("step//./input//tools/computed"),
  7: /* @__PURE__ */ stepProxy("step//./input//tools/7"),
  withSelf: /* @__PURE__ */ stepProxy("step//./input//tools/withSelf", undefined, undefined, true, 1),
}))();

export async function agent(query: string) {
  
  const { plain } = tools;
  return [
    await tools.search.execute(query),
    await plain(query),
    await tools['quoted-key'](query),
    await tools.computed(),
    await tools[7](),
  ];
}
