import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { EOL } from 'node:os';

const ROUTES = { home: '/', user: '/user' } as const;
type Handler = (path: string) => Promise<string>;

const handlers = {
  home: (registerStep("step//./input//handlers/home", { home: async (path) => {
    
    return `${path} home ${EOL.length}`;
  } }.home)) satisfies Handler,
  user: <Handler>(registerStep("step//./input//handlers/user", { user: async (path) => {
    
    return `${path} user ${EOL.length}`;
  } }.user)),
  other: (registerStep("step//./input//handlers/other", { other: async (path: string) => {
    
    return `${path} other ${EOL.length}`;
  } }.other))!,
} satisfies Record<string, Handler>;

export const flow = (markWorkflow("workflow//./input//flow", { flow: async () => { return calledDirectly("workflow//./input//flow"); } }.flow)) satisfies () => Promise<string[]>;
