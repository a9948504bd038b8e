/** The workflows of this project, by its build or by its sources. */
import { join } from 'node:path';
import { toDisplayName } from '../../compiler/build/source-files.ts';
import { DEFAULT_OUT_DIR } from '../../compiler/build/output-files.ts';
import { readRoot } from '../../integrations/server/options.ts';
import { readManifest } from '../../integrations/shared/load-build.ts';
import { listDirectiveFiles, type FileWithDirective } from '../program/directive-files.ts';

/** A workflow of the project. */
interface KnownWorkflow {
  name: string;
  workflowId: string;
}

/**
 * The ids of the workflows whose function has this name. A development server leaves no build; then the sources count.
 */
export async function findWorkflows(name: string): Promise<string[]> {
  const rootDir = readRoot(undefined);
  const known = (await readBuilt(rootDir)) ?? (await readSources(rootDir));
  return known.flatMap(({ name: own, workflowId }) => (own === name ? [workflowId] : []));
}

/** `null`: there is no build. */
async function readBuilt(rootDir: string): Promise<KnownWorkflow[] | null> {
  try {
    const { workflows } = await readManifest(join(rootDir, DEFAULT_OUT_DIR));
    return Object.values(workflows).flatMap((ofFile) =>
      Object.entries(ofFile).map(([name, { workflowId }]) => ({ name, workflowId })),
    );
  } catch {
    return null;
  }
}

async function readSources(rootDir: string): Promise<KnownWorkflow[]> {
  const { compileModule } = await import('../../compiler/compile-module.ts');
  const { toModuleId } = await import('../../compiler/module-id.ts');
  const readFile = ({ path, code }: FileWithDirective): KnownWorkflow[] => {
    try {
      const moduleId = toModuleId({ path, rootDir });
      return (
        compileModule({ path, code, name: toDisplayName(rootDir, path), moduleId, view: 'client' })?.info.workflows ??
        []
      );
    } catch {
      // The build says what is wrong with it.
      return [];
    }
  };
  return (await listDirectiveFiles(rootDir)).flatMap(readFile);
}
