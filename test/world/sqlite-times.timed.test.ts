import { it } from 'vitest';
import { expectQuickLists } from './expect-runs-by-time.ts';
import { openLargeStore } from './large-sqlite-store.ts';
import { toWorkflowId } from './run-fixtures.ts';

it('among very many runs, those of any condition are found as quickly as the newest', async () => {
  await expectQuickLists(await openLargeStore(), toWorkflowId('calm'));
});
