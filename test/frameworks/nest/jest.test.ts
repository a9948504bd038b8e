/** Jest runs an application of CommonJS modules, and Node loads this package for it. */
import { expect, onTestFinished, test } from 'vitest';
import { InstalledProject } from '../installed-project.ts';
import { nest11Jest } from './nest.ts';

test('a test of Jest creates the application, which builds and runs workflows', async () => {
  const project = await InstalledProject.create(nest11Jest);
  onTestFinished(() => project.remove());
  const [compile] = [nest11Jest.build ?? []].flat();
  expect(await project.run(compile!)).toMatchObject({ ok: true });
  const jest = { script: 'node_modules/jest/bin/jest.js', args: ['app.test.js'] };
  const { ok, output } = await project.run({ ...jest, env: { NODE_OPTIONS: '--experimental-vm-modules' } });
  expect(output).toContain('✓ the application starts, and runs end');
  expect(ok).toBe(true);
});
