/** The rules find the same with each TypeScript. */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareFindings, listFixtures } from './fixture.ts';
import { type OpenFixtures, TYPESCRIPT_VERSIONS, openFixtures } from './typed-project.ts';

const GROUPS = readdirSync(join(import.meta.dirname, 'fixtures')).toSorted();
const FIXTURES = GROUPS.flatMap((group) =>
  listFixtures(group).map((path) => [`${group}/${/([^/\\]+)\.\w+$/.exec(path)![1]!}`, path] as const),
);
const DATA = `${sep}data${sep}`;

describe.each(TYPESCRIPT_VERSIONS)('with TypeScript %s', (version) => {
  let open: OpenFixtures;
  beforeAll(async () => {
    open = await openFixtures(
      FIXTURES.map(([, path]) => path),
      version,
    );
  });
  afterAll(() => open?.[Symbol.dispose]());

  test.each(FIXTURES)('%s', (_, path) => {
    const { fixture, findings } = open.find(path);
    // Fixtures of other rules have no marks for what only types tell.
    const isData = path.includes(DATA);
    const shown = findings.filter(({ code }) => isData || !code.startsWith('data_'));
    const { expected, found } = compareFindings(fixture, shown);
    expect(found).toEqual(expected);
  });
});
