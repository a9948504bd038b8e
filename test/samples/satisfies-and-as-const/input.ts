import { EOL } from 'node:os';

const ROUTES = { home: '/', user: '/user' } as const;
type Handler = (path: string) => Promise<string>;

const handlers = {
  home: (async (path) => {
    'use step';
    return `${path} home ${EOL.length}`;
  }) satisfies Handler,
  user: <Handler>(async (path) => {
    'use step';
    return `${path} user ${EOL.length}`;
  }),
  other: (async (path: string) => {
    'use step';
    return `${path} other ${EOL.length}`;
  })!,
} satisfies Record<string, Handler>;

export const flow = (async () => {
  'use workflow';
  return [await handlers.home(ROUTES.home), await handlers.user(ROUTES.user), await handlers.other('/x')];
}) satisfies () => Promise<string[]>;
