/** The workflow of the tests of keys: it goes on while its processes change their keys. */
import { setTimeout } from 'node:timers/promises';
import { getStepMetadata, getWritable } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

/** So many chunks has each round. */
export const CHUNKS = 60;

/** A round ends with a payload; the run, after the fourth. */
export const KEYS_CODE: TestCode = {
  workflows: {
    main: async ({ step, createHook, continueAs }, secret: string, token: string, attempts: number[]) => {
      const hook = createHook<{ note: string }>({ token, metadata: { secret } });
      const written = step('write')(secret, attempts.length);
      const { note } = await hook;
      const all = [...attempts, await written];
      const echo = await step('echo')(`${secret} ${note}`);
      return all.length < 4 ? await continueAs([secret, token, all]) : [echo, all];
    },
  },
  steps: {
    echo: (value: unknown) => value,
    /**
     * The first attempt of each round but the last waits for the death of its process; another one, with other keys,
     * writes the same once more.
     */
    write: async (secret: string, round: number) => {
      const writer = getWritable({ namespace: `round ${round}` }).getWriter();
      const { attempt } = getStepMetadata();
      for (let n = 0; n < CHUNKS; n += 1) {
        if (attempt === 1 && round < 3 && n === 7 + round * 15) await new Promise(() => {});
        await writer.write(n % 2 === 0 ? { secret, n } : new TextEncoder().encode(`${secret} ${n}`));
        await setTimeout(20);
      }
      await writer.close();
      return attempt;
    },
  },
};
