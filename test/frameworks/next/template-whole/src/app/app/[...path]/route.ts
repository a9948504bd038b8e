import 'server-only';
import { handleRequest } from '~/app.ts';

/** The application knows nothing of the path that it is mounted below. */
async function handle(request: Request): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url);
  return await handleRequest(new Request(new URL(pathname.replace(/^\/v2/, '') + search, origin), request));
}

export { handle as GET, handle as POST };
