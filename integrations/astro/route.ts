/** The module that Astro knows as the endpoint of each well-known route. */
import { createHandler } from '../../runtime/entries/runtime.ts';

const handleRequest = createHandler();

/** Rendered on demand, whatever the site's `output` is. */
export const prerender = false;

/** Answers every method. */
export const ALL = ({ request }: { request: Request }): Promise<Response> => handleRequest(request);
