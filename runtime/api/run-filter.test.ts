import { describe, expect, it } from 'vitest';
import { pageOptions, readOptions, type PageOptions } from '../values/read-options.ts';
import { conditionOptions, toRunFilter, type CheckedConditions } from './run-filter.ts';

const read = (given: unknown): Partial<CheckedConditions & PageOptions> =>
  readOptions<CheckedConditions & Required<PageOptions>>('listRuns', given as object, {
    ...conditionOptions,
    ...pageOptions,
  });

describe('conditions on runs', () => {
  it.each<[string, unknown, string]>([
    ['an unknown status', { status: 'done' }, 'option_invalid'],
    ['an empty list of statuses', { status: [] }, 'option_invalid'],
    ['a list with an unknown status', { status: ['failed', 'done'] }, 'option_invalid'],
    ['a function that is no workflow', { workflow: () => {} }, 'option_invalid'],
    ['an empty workflow id', { workflow: '' }, 'option_invalid'],
    ['a time that is no date', { createdAfter: 'yesterday' }, 'option_invalid'],
    ['an invalid date', { createdBefore: new Date(Number.NaN) }, 'option_invalid'],
    ['attributes with objects in them', { attributes: { shop: {} } }, 'option_invalid'],
    ['attributes that are a list', { attributes: ['shop'] }, 'option_invalid'],
    ['an empty key', { key: '' }, 'option_invalid'],
    ['a parent that is no run', { parent: 'order-7' }, 'option_invalid'],
    ['text where a choice is asked for', { paused: 'yes' }, 'option_invalid'],
    ['a limit of 0', { limit: 0 }, 'option_invalid'],
    ['a limit that is too large', { limit: 1_001 }, 'option_invalid'],
    ['the cursor after the last page', { cursor: null }, 'option_invalid'],
    ['a misspelled one', { stauts: 'failed' }, 'option_unknown'],
    ['the name of something every object has', { constructor: 1 }, 'option_unknown'],
    ['text instead of an object', 'failed', 'option_invalid'],
    ['nothing instead of an object', null, 'option_invalid'],
  ])('are refused with a fix when they are %s', (_, given, code) => {
    expect(() => read(given)).toThrow(expect.objectContaining({ code, fix: expect.any(String) as string }) as Error);
  });

  it('that are undefined count as left out', () => {
    expect(read({ status: undefined, limit: undefined })).toEqual({});
  });

  it('on the time of creation leave out the time itself', () => {
    const noon = new Date(Date.UTC(2030, 0, 1, 12));
    const filter = toRunFilter(read({ createdAfter: noon, createdBefore: noon }));
    expect(filter).toEqual({ createdFrom: noon.getTime() + 1, createdUntil: noon.getTime() - 1 });
  });
});
