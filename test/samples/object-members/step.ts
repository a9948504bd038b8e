import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//agent", agent); import { readdir } from 'node:fs/promises';

const tools = {
  prefix: 'x',
  search: {
    description: 'search',
    execute: step$1("step//./input//tools/search/execute", { async execute(query: string) {
      
      return `${query}:${typeof readdir}`;
    } }.execute),
  },
  plain: step$1("step//./input//tools/plain", { plain: async (query: string) => {
    
    return `${query}:${typeof readdir}`;
  } }.plain),
  'quoted-key': step$1("step//./input//tools/quoted-key", { "quoted-key": async function (query: string) {
    
    return query + typeof readdir;
  } }["quoted-key"]),
  ['computed']: step$1("step//./input//tools/computed", { computed: async () => {
    
    return typeof readdir;
  } }.computed),
  7: step$1("step//./input//tools/7", { "7": async () => {
    
    return typeof readdir;
  } }["7"]),
  withSelf: step$1("step//./input//tools/withSelf", { async withSelf(text: string) {
    
    return this.prefix + text + typeof readdir;
  } }.withSelf),
};

export async function agent() { return calledDirectly("workflow//./input//agent"); }
