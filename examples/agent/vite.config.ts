import { defineConfig, type Plugin } from 'vite';
import { toNodeHandler } from 'workflow/server';
import { workflow } from 'workflow/vite';

/** In development Vite answers the page's requests too. */
const api: Plugin = {
  name: 'api',
  configureServer(server) {
    const answerByApi = toNodeHandler(async (request) => {
      const { answer } = await server.ssrLoadModule('/api.ts');
      return await answer(request);
    });
    server.middlewares.use('/api', (request, response) => answerByApi(request, response));
  },
};

export default defineConfig({ plugins: [workflow(), api] });
