import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,scripts,examples}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.output/**', 'test/samples/**', 'test/apps/**'],
    globalSetup: './scripts/vitest-setup.ts',
    pool: 'forks',
    testTimeout: 20_000,
  },
});
