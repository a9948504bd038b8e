/** A workflow whose first step can be held up in the middle: by the test, or by the end of its process. */
import { once } from 'node:events';
import { getWritable } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

export const ZOMBIE_CODE: TestCode = {
  workflows: {
    main: async ({ step, createHook }, token: string) => {
      const writer = await step('write')();
      const payload = await createHook({ token });
      return { writer, payload };
    },
  },
  steps: {
    write: async () => {
      const writer = getWritable().getWriter();
      await writer.write('before');
      process.send!('in the middle');
      await once(process, 'message');
      const wasTaken = await writer.write(`after, by ${process.pid}`).then(
        () => 'taken',
        () => 'refused',
      );
      process.send!(`wrote, ${wasTaken}`);
      return process.pid;
    },
  },
};
