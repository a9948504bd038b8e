import { defineMiddleware } from 'astro:middleware';

/** Lets nobody in who is not on the way to the application. */
export const onRequest = defineMiddleware(({ url }, next) =>
  url.pathname.startsWith('/v2/app/') ? next() : new Response('Log in first.', { status: 401 }),
);
