import { defineNitroConfig } from 'nitropack/config';

export default defineNitroConfig({
  compatibilityDate: '2026-01-01',
  baseURL: '/v2/',
  modules: ['workflow/nitro'],
});
