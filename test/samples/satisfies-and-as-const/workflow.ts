import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const ROUTES = { home: '/', user: '/user' } as const;
type Handler = (path: string) => Promise<string>;

const handlers = {
  home: (/* @__PURE__ */ stepProxy("step//./input//handlers/home", undefined, undefined, undefined, 1)) satisfies Handler,
  user: <Handler>(/* @__PURE__ */ stepProxy("step//./input//handlers/user", undefined, undefined, undefined, 1)),
  other: (/* @__PURE__ */ stepProxy("step//./input//handlers/other", undefined, undefined, undefined, 1))!,
} satisfies Record<string, Handler>;

export const flow = (registerWorkflow("workflow//./input//flow", { flow: async () => {
  
  return [await handlers.home(ROUTES.home), await handlers.user(ROUTES.user), await handlers.other('/x')];
} }.flow)) satisfies () => Promise<string[]>;
