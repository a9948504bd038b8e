import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//agent", agent); import { readdir } from 'node:fs/promises';

const tools = {
  prefix: 'x',
  search: {
    description: 'search',
    execute: registerStep("step//./input//tools/search/execute", { async execute(query: string) {
      
      return `${query}:${typeof readdir}`;
    } }.execute),
  },
  plain: registerStep("step//./input//tools/plain", { plain: async (query: string) => {
    
    return `${query}:${typeof readdir}`;
  } }.plain),
  'quoted-key': registerStep("step//./input//tools/quoted-key", { "quoted-key": async function (query: string) {
    
    return query + typeof readdir;
  } }["quoted-key"]),
  ['computed']: registerStep("step//./input//tools/computed", { computed: async () => {
    
    return typeof readdir;
  } }.computed),
  7: registerStep("step//./input//tools/7", { "7": async () => {
    
    return typeof readdir;
  } }["7"]),
  withSelf: registerStep("step//./input//tools/withSelf", { async withSelf(text: string) {
    
    return this.prefix + text + typeof readdir;
  } }.withSelf),
};

export async function agent() { return calledDirectly("workflow//./input//agent"); }
