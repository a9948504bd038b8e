import { expect, test } from 'vitest';
import { nitro2, nitro30 } from '../nitro/nitro.ts';
import { takeFirstSteps } from './newcomer-project.ts';

test.each([nitro2, nitro30])(
  'the first files of the Nitro page work on $name',
  async ({ template, build, production }) => {
    const steps = { page: 'nitro.md', template, build, serve: production.serve, path: '/welcome' };
    expect(await takeFirstSteps(steps)).toEqual({ runId: expect.stringMatching(/^wrun_/) });
  },
);
