/** What can stand between a caller and the workflow routes, and what to do about it on which framework. */

interface Problem {
  what: string;
  /** One for each case. */
  fixes: string[];
}

const MATCHER = String.raw`/((?!\.well-known/workflow/).*)`;

export const PROBLEMS = {
  unreachable: {
    what: 'There is no answer.',
    fixes: ['Start the application, and give its address with the right port and protocol.'],
  },
  redirected: {
    what: 'Requests are sent elsewhere: a proxy or middleware takes them for pages, mostly of people who are not logged in.',
    fixes: [
      `Next: let the matcher of proxy.ts (middleware.ts) leave the routes out: matcher: ['${MATCHER}']`,
      'SvelteKit, Astro, Nuxt, Nitro: let your own middleware pass paths that begin with /.well-known/workflow/',
      'A proxy in front: pass the paths on as they are; call the application by https if it redirects there.',
    ],
  },
  guarded: {
    what: 'Somebody asks who the caller is. The routes prove that themselves: by signatures, and by tokens that nobody can guess.',
    fixes: [
      'NestJS: keep the routes mounted ahead of guards, which is the default of WorkflowModule.forRoot()',
      'Express, Fastify, Hono: mount the workflow handler ahead of what checks the login',
      'A proxy or firewall in front: leave /.well-known/workflow/ out.',
    ],
  },
  'origin-checked': {
    what: 'Forms and texts are refused, JSON is not: a protection against forged requests of browsers takes webhooks for such.',
    fixes: [
      'SvelteKit, Astro: use the integration (workflow/sveltekit, workflow/astro), which leaves its routes out of the check and nothing else',
      "SvelteKit without it: csrf: { trustedOrigins: ['*'] }; Astro without it: security: { checkOrigin: false }",
      'Others: leave /.well-known/workflow/ out of the CSRF middleware.',
    ],
  },
  'body-limited': {
    what: 'Bodies are limited to less than 16 MiB, which webhooks may bring.',
    fixes: [
      'SvelteKit with adapter-node: BODY_SIZE_LIMIT=16M',
      'NestJS, Express, Fastify: mount the workflow handler ahead of the body parsers',
      'nginx: client_max_body_size 16m;',
    ],
  },
  'type-refused': {
    what: 'Some types of content are refused: a body parser does not know them.',
    fixes: [
      "Fastify: app.addHook('onRequest', toFastifyHook(workflow)) on the application itself",
      'NestJS on Fastify: keep the routes mounted ahead of the parsers, which is the default',
    ],
  },
  'body-parsed': {
    what: 'A body parser comes first, and fails on what it does not understand.',
    fixes: [
      'Express: app.use(toNodeHandler(workflow)) ahead of express.json() and other parsers',
      "Fastify: app.addHook('onRequest', toFastifyHook(workflow))",
      'NestJS: keep the routes mounted ahead of the parsers, which is the default',
    ],
  },
  'body-emptied': {
    what: 'The body is lost on the way.',
    fixes: [
      'SvelteKit 2 drops bodies that have no content type: use version 3, or let the sender name a type',
      'Others: look for middleware that reads the body and does not give it back.',
    ],
  },
  'body-changed': {
    what: 'The body arrives, but not the bytes that were sent, so signatures of senders do not match: it was parsed and written anew.',
    fixes: ['Mount the workflow handler ahead of the body parsers; what they have read is gone.'],
  },
  'method-changed': {
    what: 'Requests arrive with another method.',
    fixes: ['Look for a proxy or middleware that overrides methods, and leave /.well-known/workflow/ out.'],
  },
  'method-refused': {
    what: 'Some methods do not get through; a webhook may be called with any.',
    fixes: [
      "Hono: app.use(async (c, next) => (await workflow(c.req.raw)) ?? next()), or app.all('/.well-known/workflow/*', …)",
      'Routes of your own: register them for all methods.',
      'OPTIONS alone: a CORS middleware answers it; mount the workflow handler ahead of it if callers need that.',
    ],
  },
  'page-answered': {
    what: 'A page is answered: the routes are not there, and what serves the application answers everything else.',
    fixes: [
      'Vite: `vite preview` serves no routes of a server; the application needs one with workflow/server',
      'A catch-all route or static hosting: mount the workflow handler ahead of it.',
    ],
  },
  'not-mounted': {
    what: 'The routes are not found.',
    fixes: [
      'Give the address with the path below which the application is mounted (basePath, global prefix), such as https://example.com/v2',
      'Next: "pageExtensions" must have the extension of the generated route files; build again after a change',
      'NestJS: the global prefix does not count for routes that are mounted ahead, which is the default',
      'Hono, Express, Fastify and others: see that createHandler() is mounted, for all paths below /.well-known/workflow/',
    ],
  },
  'secret-differs': {
    what: 'The routes are there, but do not take the signature: the application has another secret, or its clock differs by minutes.',
    fixes: ['Set WORKFLOW_SECRET to what the application has, or start this where its store is (--data-dir).'],
  },
  'token-changed': {
    what: 'Tokens with escaped characters arrive as others: the path was decoded and put together anew.',
    fixes: ['Look for a proxy that normalises paths (nginx: proxy_pass without a path at its end).'],
  },
  'cookies-changed': {
    what: 'Cookies of an answer are lost or joined.',
    fixes: ['Look for what copies answers by hand: "set-cookie" is the one header that may come several times.'],
  },
  'answer-held-back': {
    what: 'Answers arrive as a whole when they are complete, not while they are made.',
    fixes: ['nginx: proxy_buffering off;', 'Express: leave the routes out of compression().'],
  },
  unavailable: {
    what: 'The application is not available: it cannot reach its store, or does not run yet.',
    fixes: ['Look at its log: it says why.'],
  },
  'answered-otherwise': {
    what: 'The answer is not that of the workflow routes.',
    fixes: ['Look at the log of the application, and at what stands in front of it.'],
  },
} satisfies Record<string, Problem>;

export type ProblemKind = keyof typeof PROBLEMS;
