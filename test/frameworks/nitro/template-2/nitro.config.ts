import { defineNitroConfig } from 'nitropack/config';

export default defineNitroConfig({
  compatibilityDate: '2026-01-01',
  modules: ['workflow/nitro'],
});
