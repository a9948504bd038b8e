/** Builds that the language server makes while the user works, to say what only a build can know. */
import { createBuildQueue } from '../../integrations/shared/build-queue.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import { BuildInspector } from '../analysis/hosts/build-inspector.ts';
import type { Project } from '../analysis/project/project.ts';

/** Requests a build of the files on disk. Requests during a build share the next one. Never rejects. */
export type ProjectInspection = () => Promise<void>;

/** @param options `open` gives the open files; `onEnd` is called after each build: there may be other findings. */
export function createInspection(
  project: Project,
  { open, onEnd, onFailure }: { open: () => Iterable<string>; onEnd: () => void; onFailure: (error: unknown) => void },
): ProjectInspection {
  const inspector = new BuildInspector(project, { tryBundle: loadAsRunsDo, open });
  return createBuildQueue(() => inspector.inspect().then(onEnd, onFailure));
}
