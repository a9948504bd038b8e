/** Finds out what a project still needs. */
import { setUpEditor } from './editor-plugin.ts';
import { joinSetUps, type SetUp } from './set-up.ts';
import { setUpServer, setUpWorkflow } from './first-workflow.ts';
import { frameworkOf, setUpFramework } from './frameworks.ts';
import { type ProjectFacts, readProjectFacts } from '../program/project-facts.ts';

/** A project and what it needs. */
export interface PlannedSetUp {
  project: ProjectFacts;
  /** The framework, for people; `null`: none. */
  name: string | null;
  setUp: SetUp;
}

/** Reads the project, and changes nothing. @throws `init_package_missing`, `init_package_invalid`. */
export async function planSetUp(rootDir: string): Promise<PlannedSetUp> {
  const project = readProjectFacts(rootDir);
  const framework = frameworkOf(project);
  const folder = framework?.workflows ?? 'workflows';
  const setUp = joinSetUps([
    framework ? setUpFramework(framework, project) : setUpServer(project),
    setUpEditor(project, folder),
    await setUpWorkflow(project, folder),
  ]);
  return { project, name: framework?.name ?? null, setUp };
}
