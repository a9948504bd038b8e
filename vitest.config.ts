import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/samples/**', 'test/apps/**'],
    globalSetup: './scripts/vitest-setup.ts',
    pool: 'forks',
    testTimeout: 20_000,
  },
});
