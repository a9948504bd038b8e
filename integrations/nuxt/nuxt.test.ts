import { expect, test } from 'vitest';
import { workflow, type NuxtLike } from './nuxt.ts';

/** Sets the module up beside these options, and gives what Nitro is configured with. */
async function setUp(options: NuxtLike['options'], inline?: object): Promise<NuxtLike['options']['nitro']> {
  await workflow(inline, { options });
  return options.nitro;
}

test('the module\'s name and the key of its options are "workflow"', async () => {
  expect(await workflow.getMeta()).toEqual({ name: 'workflow', configKey: 'workflow' });
});

test("the module adds the Nitro module once, after the user's modules", async () => {
  expect(await setUp({})).toMatchObject({ modules: ['workflow/nitro'] });
  const modules = ['./own', 'workflow/nitro'];
  expect(await setUp({ nitro: { modules } })).toMatchObject({ modules: ['./own', 'workflow/nitro'] });
});

test('"typescriptPlugin" is on by default and can be turned off beside the name, in the options, or in those of Nitro', async () => {
  const of = async (options: NuxtLike['options'], inline?: object): Promise<unknown> =>
    (await setUp(options, inline))?.workflow?.typescriptPlugin;
  expect(await of({})).toBe(true);
  expect(await of({ workflow: { typescriptPlugin: false } })).toBe(false);
  expect(await of({ workflow: { typescriptPlugin: false } }, { typescriptPlugin: true })).toBe(true);
  expect(await of({ nitro: { workflow: { typescriptPlugin: false } } })).toBe(false);
});

test("Nitro's options reach its module together with the source directories of all layers", async () => {
  const _layers = [
    { cwd: '/shop', config: { srcDir: '/shop/app' } },
    { cwd: '/shop/layers/base', config: {} },
  ];
  expect(await setUp({ nitro: { workflow: { dirs: ['flows'], runtime: 'nodejs24.x' } }, _layers })).toMatchObject({
    workflow: {
      dirs: ['flows'],
      runtime: 'nodejs24.x',
      layerDirs: ['/shop', '/shop/app', '/shop/layers/base', '/shop/layers/base'],
    },
  });
});

test.each([
  [{ typescriptPlugin: 'yes' }, 'integration_option_invalid', 'correct "workflow.typescriptPlugin"'],
  [{ typescript: true }, 'integration_option_unknown', 'use one of: typescriptPlugin'],
  [{ dirs: ['flows'] }, 'integration_option_misplaced', 'write "nitro.workflow.dirs"'],
])('the options %j are refused with a fix', async (options, code, fix) => {
  const expected = { code, fix: expect.stringContaining(fix) };
  await expect(setUp({ workflow: options as object })).rejects.toMatchObject(expected);
  await expect(setUp({}, options)).rejects.toMatchObject(expected);
});
