import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { workflowPlugin } from 'workflow/sveltekit';

// The other way round, which must not matter.
export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), paths: { base: '/v2' } }), workflowPlugin()],
});
