import { defineConfig } from 'nitro/config';

export default defineConfig({
  serverDir: './',
  modules: ['workflow/nitro'],
});
