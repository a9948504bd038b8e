/** The endpoint that Astro knows for each well-known route. */
import { createHandler } from '../../runtime/entries/runtime.ts';

const handleRequest = createHandler();

/** Rendered on demand, whatever the site's `output` is. */
export const prerender = false;

/** Answers all methods. */
export const ALL = ({ request }: { request: Request }): Promise<Response> => handleRequest(request);
