import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/samples/**', 'test/apps/**'],
    pool: 'forks',
    testTimeout: 20_000,
  },
});
