import { handleRequest } from './app.ts';

export default { fetch: handleRequest };
