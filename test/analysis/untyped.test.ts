/** The findings of `workflow check` without TypeScript. */
import { relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { compareFindings, listFixtures, readFixture, writeFixture } from './fixture.ts';

const NAME = /([^/\\]+)\.ts$/;

describe.each(['directives', 'ids', 'calls', 'functions', 'sandbox', 'agents'])('rules of %s', (group) => {
  test.each(listFixtures(group).map((path) => [NAME.exec(path)![1]!, path]))('%s', (_, path) => {
    const fixture = readFixture(path);
    using written = writeFixture(fixture);
    const { rootDir, paths } = written;
    const project = new Project(new DiskHost({ rootDir, files: () => paths }));
    const findings = paths.flatMap((file) => {
      const name = relative(rootDir, file).split(sep).join('/');
      return analyzeFile(project, file).map((finding) => ({ ...finding, name }));
    });
    const { expected, found } = compareFindings(fixture, findings);
    expect(found).toEqual(expected);
  });
});
