/**
 * Old packages have two forms: Node loads the one of CommonJS modules, whose default is all that it exports, and
 * bundlers the one of ES modules, which may have no default.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, RolldownLog } from 'rolldown';
import { isInstalled, packageFolder } from './source-files.ts';

/** The paths of modules without the default that an import wants, and that it would get from Node. */
export function modulesWithoutDefault(reports: readonly RolldownLog[]): string[] {
  return reports.flatMap(({ code, message, exporter }) => {
    const isDefault = code === 'MISSING_EXPORT' && message.includes('"default" is not exported');
    return isDefault && exporter !== undefined && hasOtherForm(exporter) ? [exporter] : [];
  });
}

/** True when Node loads another file than bundlers. */
function hasOtherForm(path: string): boolean {
  const file = isInstalled(path) ? join(packageFolder(path), 'package.json') : '';
  if (!existsSync(file)) return false;
  const { exports, module } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; module?: unknown };
  return exports === undefined && module !== undefined;
}

/** Adds what Node gives as the default: all exports. */
export function addDefaults(paths: readonly string[]): Plugin {
  return {
    name: 'workflow:default-exports',
    transform: {
      filter: { id: /node_modules/ },
      handler: (code, path) =>
        paths.includes(path)
          ? {
              code: `${code}\nimport * as $all from ${JSON.stringify(path)};\nexport { $all as default };\n`,
              map: null,
            }
          : null,
    },
  };
}
