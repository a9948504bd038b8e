import { defineConfig, type Plugin } from 'vite';
import { toNodeHandler } from 'workflow/server';
import { workflow } from 'workflow/vite';

/** In development Vite serves the application's own routes too. */
const app: Plugin = {
  name: 'app',
  configureServer(server) {
    const answer = toNodeHandler(async (request) => {
      const { handleRequest } = await server.ssrLoadModule('/app.ts');
      return handleRequest(request);
    });
    server.middlewares.use('/app', (request, response) => answer(request, response));
  },
};

export default defineConfig({ plugins: [workflow(), app] });
