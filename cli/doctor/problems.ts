/** Problems between a caller and the workflow routes, and their fixes on each framework. */

interface Problem {
  what: string;
  /** One fix for each framework or case. */
  fixes: string[];
}

const MATCHER = String.raw`/((?!\.well-known/workflow/).*)`;

/** All problems, by the kind that the report shows in brackets. */
export const PROBLEMS = {
  unreachable: {
    what: 'There is no answer.',
    fixes: ['Start the application, and pass its address with the right port and protocol.'],
  },
  redirected: {
    what: 'Requests are redirected: a proxy or middleware treats them as visits of a page, mostly without a login.',
    fixes: [
      `Next: exclude the routes in the matcher of proxy.ts (middleware.ts): matcher: ['${MATCHER}']`,
      'SvelteKit, Astro, Nuxt, Nitro: let your own middleware pass paths that begin with /.well-known/workflow/',
      'A proxy in front: pass the paths on unchanged; use https if the application redirects to it.',
    ],
  },
  guarded: {
    what: 'Something asks for a login. The routes check callers themselves, by signatures and by secret tokens.',
    fixes: [
      'NestJS: keep the routes mounted ahead of guards, which is the default of WorkflowModule.forRoot()',
      'Express, Fastify, Hono: mount the workflow handler before the login check',
      'A proxy or firewall in front: exclude /.well-known/workflow/.',
    ],
  },
  'origin-checked': {
    what: 'Forms and texts are refused, but not JSON: a protection against cross-site requests refuses webhooks too.',
    fixes: [
      'SvelteKit, Astro: use the integration (workflow/sveltekit, workflow/astro), which excludes only its own routes from the check',
      "SvelteKit without it: csrf: { trustedOrigins: ['*'] }; Astro without it: security: { checkOrigin: false }",
      'Others: exclude /.well-known/workflow/ from the CSRF middleware.',
    ],
  },
  'body-limited': {
    what: 'Bodies are limited to less than 16 MiB, the limit for webhooks.',
    fixes: [
      'SvelteKit with adapter-node: BODY_SIZE_LIMIT=16M',
      'NestJS, Express, Fastify: mount the workflow handler before the body parsers',
      'nginx: client_max_body_size 16m;',
    ],
  },
  'type-refused': {
    what: 'Some content types are refused: a body parser does not know them.',
    fixes: [
      "Fastify: app.addHook('onRequest', toFastifyHook(workflow)) on the application itself",
      'NestJS on Fastify: mount the routes before the parsers, which is the default',
    ],
  },
  'body-parsed': {
    what: 'A body parser runs first, and fails on bodies that it cannot parse.',
    fixes: [
      'Express: app.use(toNodeHandler(workflow)) before express.json() and other parsers',
      "Fastify: app.addHook('onRequest', toFastifyHook(workflow))",
      'NestJS: mount the routes before the parsers, which is the default',
    ],
  },
  'body-emptied': {
    what: 'The body does not arrive.',
    fixes: [
      'SvelteKit 2 drops bodies without a content type: use version 3, or let the sender set a type',
      'Others: look for middleware that reads the body and does not pass it on.',
    ],
  },
  'body-changed': {
    what: 'The body arrives with other bytes, so signatures of senders do not match: something parsed and rewrote it.',
    fixes: ['Mount the workflow handler before the body parsers: they do not keep the bytes.'],
  },
  'method-changed': {
    what: 'Requests arrive with another method.',
    fixes: ['Look for a proxy or middleware that overrides methods, and exclude /.well-known/workflow/ from it.'],
  },
  'method-refused': {
    what: 'Some methods are refused, but a webhook may be called with any method.',
    fixes: [
      "Hono: app.use(async (c, next) => (await workflow(c.req.raw)) ?? next()), or app.all('/.well-known/workflow/*', …)",
      'Your own routes: register them for all methods.',
      'Only OPTIONS: a CORS middleware answers it; mount the workflow handler before it if callers need that.',
    ],
  },
  'page-answered': {
    what: 'The answer is a page: the routes are not there, and the server answers every other path with a page.',
    fixes: [
      'Vite: `vite preview` serves no routes; the application needs a server with workflow/server',
      'A catch-all route or static hosting: mount the workflow handler before it.',
    ],
  },
  'not-mounted': {
    what: 'The routes are not found.',
    fixes: [
      'Pass the address with the path where the application is mounted (basePath, global prefix), such as https://example.com/v2',
      'Next: "pageExtensions" must contain the extension of the generated route files; build again after a change',
      'NestJS: the global prefix does not apply to the routes, because they are mounted first by default',
      'Hono, Express, Fastify and others: mount createHandler() for all paths below /.well-known/workflow/',
    ],
  },
  'secret-differs': {
    what: 'The routes refuse the signature: the application has another secret, or its clock differs by minutes.',
    fixes: ["Set WORKFLOW_SECRET to the application's value, or pass the folder of its store with --data-dir."],
  },
  'token-changed': {
    what: 'Tokens with escaped characters arrive changed: something decoded the path and encoded it differently.',
    fixes: ['Look for a proxy that normalises paths (nginx: proxy_pass without a path at its end).'],
  },
  'cookies-changed': {
    what: 'Cookies of an answer get lost or joined.',
    fixes: ['Look for code that copies answers by hand: the header "set-cookie" may occur several times.'],
  },
  'answer-held-back': {
    what: 'Answers arrive all at once when they are complete, and not piece by piece.',
    fixes: ['nginx: proxy_buffering off;', 'Express: exclude the routes from compression().'],
  },
  unavailable: {
    what: 'The application is not available: it cannot reach its store, or is still starting.',
    fixes: ['Read its log for the reason.'],
  },
  'answered-otherwise': {
    what: 'The answer does not come from the workflow routes.',
    fixes: ['Read the log of the application, and check the servers in front of it.'],
  },
} satisfies Record<string, Problem>;

/** The kind of a problem. */
export type ProblemKind = keyof typeof PROBLEMS;
