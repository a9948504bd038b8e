import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { workflow } from 'workflow/vite';

export default defineConfig({ plugins: [workflow(), reactRouter()] });
