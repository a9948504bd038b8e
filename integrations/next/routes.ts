/** The one file that Next needs in the user's tree: the route for all well-known requests. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { chooseExtension } from './file-extension.ts';
import type { NextProject } from './options.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Contains only generated files. */
const GENERATED_DIR = '.well-known/workflow';
/** Folder of the route, which gets all paths below it. */
const ROUTE_DIR = 'v1/[...path]';

/** The same for development and production, because both may run at once. */
const ROUTE_CODE = `/* eslint-disable */
// @ts-nocheck
// Made by "workflow/next".
import { handleRequest } from 'workflow/internal/next';

export { ${METHODS.map((method) => `handleRequest as ${method}`).join(', ')} };
`;

/**
 * Writes the route, and removes one with an ending that is no longer configured. @throws `integration_next_extension`.
 */
export function writeRoute(project: NextProject): void {
  const dir = join(project.appDir, GENERATED_DIR);
  const file = `route.${chooseExtension(project)}`;
  writeGeneratedFiles(dir, { [join(ROUTE_DIR, file)]: ROUTE_CODE });
  const others = readdirSync(join(dir, ROUTE_DIR)).filter((name) => name !== file && !name.endsWith('.tmp'));
  for (const name of others) rmSync(join(dir, ROUTE_DIR, name));
}
