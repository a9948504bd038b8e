import { defineConfig } from 'nitro';

export default defineConfig({
  serverDir: './',
  baseURL: '/v2/',
  modules: ['workflow/nitro'],
});
