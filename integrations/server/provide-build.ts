/** Gives the runtime the build of a project. */
import { registerBuild } from '../../runtime/entries/runtime.ts';
import { provideApplicationSteps } from '../shared/application-steps.ts';
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
  if (project.mode === 'once') return provideOnce(project);
  return { ready: registerPrebuilt(project), close: async () => undefined };
}

const registerFrom = async ({ outDir }: ServerProject): Promise<void> => registerBuild(await loadBuild(outDir));

async function registerPrebuilt(project: ServerProject): Promise<void> {
  await provideApplicationSteps(project.outDir);
  await registerFrom(project);
}

/** Files that the application imports later, by `import()`, are the reason for another build. */
function provideOnce(project: ServerProject): ProvidedBuild {
  const building = import('./build-project.ts').then(async ({ buildProject }) => {
    const stop = await buildProject(project, () => registerFrom(project));
    await registerFrom(project);
    return stop;
  });
  return {
    ready: building.then(() => undefined),
    close: async () => {
      const stop = await building.catch(() => null);
      stop?.();
    },
  };
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
