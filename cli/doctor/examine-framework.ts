/** `workflow doctor` without an address: whether the framework of the project compiles workflows. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { VERSION } from '../../runtime/contract/version.ts';
import { frameworkOf, hasFrameworkLine } from '../init/frameworks.ts';
import { readProjectFacts } from '../program/project-facts.ts';
import type { GivenArguments } from '../program/command.ts';
import { readRealRoot } from '../program/project-options.ts';

/**
 * @returns The exit code: 1 when the line of the framework is missing.
 * @throws `cli_path_missing`, `init_package_invalid`.
 */
export function examineFramework(given: GivenArguments): number {
  const project = readProjectFacts(readRealRoot(given));
  const { rootDir } = project;
  const versions = `workflow ${VERSION}, Node ${process.versions.node}`;
  const framework = frameworkOf(project);
  if (framework === null) {
    console.log(`Project: no framework, ${versions}`);
    return 0;
  }
  console.log(`Project: ${framework.name}${versionOf(project.framework!, rootDir)}, ${versions}`);
  const file = framework.files[0]!;
  if (hasFrameworkLine(framework, rootDir)) return 0;
  const line = framework.line.replaceAll('\n\n', ' … ');
  console.log(`\n  Nothing tells ${framework.name} of workflows, so it does not compile them, and no run begins.`);
  console.log(`  Fix: run \`npx workflow init\`, or add to ${file}: ${line}`);
  return 1;
}

/** With a space before it; empty when it is not installed. */
function versionOf(name: string, rootDir: string): string {
  try {
    const { version } = createRequire(join(rootDir, 'package.json'))(`${name}/package.json`) as { version: string };
    return ` ${version}`;
  } catch {
    return '';
  }
}
