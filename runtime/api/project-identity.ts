import type { Manifest } from '../contract/build.ts';
import type { ProjectIdentity } from '../world/world.ts';

/**
 * The name by which a store knows the application: the setting, else the name of the package that was built; `null`:
 * neither is there. The name of the package is known since the build, so it stays the same wherever the application is
 * deployed. A store that knows an application by that name takes the setting when it is set later.
 */
export function identifyProject({ project }: Manifest, setting: string | null): ProjectIdentity | null {
  const name = setting ?? project;
  if (name === undefined) return null;
  return { name, formerName: setting === null ? null : (project ?? null) };
}
