/** Finds packages in workflow code that cannot work there, and says what to take instead. */
import { sep } from 'node:path';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { unsuitedPackage } from '../unsuited-packages.ts';
import type { ShakenBundle } from './bundled-builtins.ts';
import { chainText, traceModule } from './import-chain.ts';
import { isInstalled, packageOf } from './source-files.ts';

/** One error for each of these packages of which code is left in the bundle, at the user's import. */
export async function diagnosePackages(bundle: ShakenBundle): Promise<Diagnostic[]> {
  const found = new Map<string, string>();
  for (const [path, { renderedLength }] of Object.entries(bundle.chunk.modules)) {
    const names = renderedLength > 0 && isInstalled(path) ? namesOf(path) : [];
    const name = names.find((one) => unsuitedPackage(one));
    if (name !== undefined && !found.has(name)) found.set(name, path);
  }
  const diagnostics = await Promise.all(Array.from(found, ([name, path]) => diagnose(bundle, name, path)));
  // A package may use another one of them.
  return [...new Map(diagnostics.toReversed().map((one) => [`${one.file}:${one.line}:${one.column}`, one])).values()];
}

/** `lodash` and `lodash/fp` for a file in that folder. */
function namesOf(path: string): string[] {
  const name = packageOf(path);
  const [, folder] = path.slice(path.lastIndexOf('node_modules') + 'node_modules/'.length + name.length).split(sep);
  return [name, `${name}/${folder}`];
}

async function diagnose({ context, rootDir }: ShakenBundle, name: string, path: string): Promise<Diagnostic> {
  const chain = await traceModule(context, { rootDir, path });
  const shown = chain.find(({ file }) => !isInstalled(file.path)) ?? chain.at(-1)!;
  const unsuited = unsuitedPackage(name)!;
  return createDiagnostic(
    shown.file,
    shown.index,
    compileError('compile_package_unsuited', { name, ...unsuited, chain: chainText(chain) }),
  );
}
