/** `getWorld().hooks`: the active hooks of the store. */
import { parseStepId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { readOptions, runIdText } from '../values/read-options.ts';
import type { HookInfo } from './hook-info.ts';
import { getHookByToken } from './hooks.ts';
import { listHooks } from './list-hooks.ts';
import { pagination, toWorldPage, type WorldListOptions, type WorldPage } from './world-page.ts';

/** The active hooks of the store. Their tokens are secrets, see `listHooks`. */
export interface WorldHooks {
  /** @throws `entry_not_found`. */
  get(hookId: string): Promise<HookInfo>;
  /** @throws `HookNotFoundError`, `hook_token_invalid`. */
  getByToken(token: string): Promise<HookInfo>;
  /** Those of the newest runs first. @throws As `listHooks` does. */
  list(options?: Pick<WorldListOptions, 'pagination'> & { runId?: string }): Promise<WorldPage<HookInfo>>;
}

const listOptions = { pagination, runId: runIdText };

/** See {@link WorldHooks}. */
export const worldHooks: WorldHooks = {
  async get(hookId) {
    const runId = parseStepId(hookId)?.runId;
    if (runId !== undefined) {
      for await (const hook of listHooks({ runId })) if (hook.hookId === hookId) return hook;
    }
    throw runtimeError('entry_not_found', { kind: 'active hook', id: hookId });
  },
  getByToken: getHookByToken,
  async list(options = {}) {
    const { pagination: page, ...rest } = readOptions('hooks.list', options, listOptions);
    const { hooks, cursor } = await listHooks({ ...rest, ...page });
    return toWorldPage(hooks, cursor);
  },
};
