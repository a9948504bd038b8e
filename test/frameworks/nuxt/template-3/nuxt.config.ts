export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  modules: ['workflow/nuxt'],
  telemetry: false,
  // The root has an `app.ts`, which is no component.
  srcDir: 'app/',
  serverDir: 'server',
});
