/** Builds that the language server makes while the user works, to say what only a build can know. */
import { createBuildQueue } from '../../integrations/shared/build-queue.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import { BuildInspector } from '../analysis/hosts/build-inspector.ts';
import type { Project } from '../analysis/project/project.ts';

/** Requests a build of the files on disk. Requests during a build share the next one. Never rejects. */
export type ProjectInspection = () => Promise<void>;

/** @param onEnd Called after each build, because the project may have other findings now. */
export function createInspection(
  project: Project,
  { onEnd, onFailure }: { onEnd: () => void; onFailure: (error: unknown) => void },
): ProjectInspection {
  const inspector = new BuildInspector(project, { tryBundle: loadAsRunsDo });
  return createBuildQueue(() => inspector.inspect().then(onEnd, onFailure));
}
