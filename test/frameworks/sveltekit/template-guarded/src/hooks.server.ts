/** Nobody is let in but the application's own users. */
export const handle = ({ event, resolve }) =>
  event.url.pathname.startsWith('/v2/app/') ? resolve(event) : new Response('Who are you?', { status: 401 });
