import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } import { EOL } from 'node:os';

const ROUTES = { home: '/', user: '/user' } as const;
type Handler = (path: string) => Promise<string>;

const handlers = {
  home: (step$1("step//./input//handlers/home", { home: async (path) => {
    
    return `${path} home ${EOL.length}`;
  } }.home)) satisfies Handler,
  user: <Handler>(step$1("step//./input//handlers/user", { user: async (path) => {
    
    return `${path} user ${EOL.length}`;
  } }.user)),
  other: (step$1("step//./input//handlers/other", { other: async (path: string) => {
    
    return `${path} other ${EOL.length}`;
  } }.other))!,
} satisfies Record<string, Handler>;

export const flow = (markWorkflow("workflow//./input//flow", { flow: async () => { return calledDirectly("workflow//./input//flow"); } }.flow)) satisfies () => Promise<string[]>;
