import semver from 'semver';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    semver.satisfies(await echo('1.2.3'), '1.x || >=2.5.0'),
    semver.inc('1.2.3', 'minor'),
    ['1.0.0', '1.0.0-rc.1', '0.9.0'].sort(semver.compare),
    semver.coerce('v3.4 replaces')?.version,
    semver.minVersion('^1.2')?.version,
  ];
}
