import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';
import { workflow } from 'workflow/vite';

export default defineConfig({
  plugins: [workflow({ dirs: ['workflows'] }), nitro()],
  // The application is what renders pages: an environment of its own beside Nitro's.
  environments: { ssr: { build: { rolldownOptions: { input: './entry-server.ts' } } } },
});
