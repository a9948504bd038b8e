import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import workflow from 'workflow/astro';

export default defineConfig({
  adapter: node({ mode: 'standalone' }),
  integrations: [workflow()],
});
