import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { workflow } from 'workflow/astro';

export default defineConfig({
  adapter: node({ mode: 'standalone' }),
  output: 'server',
  base: '/v2',
  trailingSlash: 'never',
  i18n: { locales: ['en', 'de'], defaultLocale: 'en', routing: { prefixDefaultLocale: true } },
  redirects: { '/.well-known/[...path]': 'https://elsewhere.example/[...path]' },
  integrations: [workflow()],
  // The output needs no installed packages.
  vite: { ssr: { noExternal: true } },
});
