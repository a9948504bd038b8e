/** `workflow check` on a folder: with the types of its TypeScript, and with what the build says. */
import { findFindings } from '../../cli/check/find-findings.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { BuildInspector } from '../../ts-plugin/analysis/hosts/build-inspector.ts';
import { openProject } from '../../ts-plugin/analysis/hosts/open-project.ts';

/** The findings, and what is wrong with the settings. */
export async function checkProject(
  rootDir: string,
  { showsHints }: { showsHints: boolean },
): Promise<{ findings: readonly Finding[]; problems: string[] }> {
  const opened = await openProject({ rootDir, tsconfig: 'tsconfig.json' });
  try {
    const build = new BuildInspector(opened.project, { tryBundle: loadAsRunsDo });
    const { findings } = await findFindings(opened, { changes: null, build, fixes: false, showsHints, only: null });
    return { findings, problems: opened.problems.map(({ message }) => message) };
  } finally {
    opened.close();
  }
}
