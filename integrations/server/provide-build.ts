/** Gives the runtime the build of a project. */
import { registerBuild } from '../../runtime/entries/runtime.ts';
import { loadBuild } from '../shared/load-build.ts';
import type { ServerProject } from './options.ts';

/** The build of a server's process. */
export interface ProvidedBuild {
  /** Resolves when the runtime has the build. Rejects when it cannot be built or loaded. */
  ready: Promise<void>;
  /** Stops watching. */
  close(): Promise<void>;
}

/** Begins to build, or to load the existing build, at once. */
export function provideBuild(project: ServerProject): ProvidedBuild {
  if (project.mode === 'watch') return provideNewest(project);
  return { ready: provideOnce(project), close: async () => undefined };
}

async function provideOnce(project: ServerProject): Promise<void> {
  if (project.mode === 'once') {
    const { createProjectBuild } = await import('./build-project.ts');
    await createProjectBuild(project).buildOnce();
  }
  await registerBuild(await loadBuild(project.outDir));
}

function provideNewest(project: ServerProject): ProvidedBuild {
  const watching = import('./build-project.ts').then(({ watchProject }) => watchProject(project));
  return {
    ready: watching.then(() => undefined),
    async close() {
      const end = await watching;
      end();
    },
  };
}
