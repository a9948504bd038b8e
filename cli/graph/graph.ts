/** `workflow graph`: prints flowcharts of workflows for Mermaid. */
import type { Manifest } from '../../runtime/contract/build.ts';
import type { WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';
import type { CliCommand } from '../program/command.ts';
import { DIRS_OPTION, FOLDER_OPTIONS, readProjectFolders } from '../program/project-options.ts';
import { unknownWorkflow } from '../program/unknown-workflow.ts';
import { toMermaid } from './to-mermaid.ts';

/** The command `graph`. */
export const graphCommand: CliCommand = {
  name: 'graph',
  operand: '[name]',
  summary: 'prints the steps, waits and branches of workflows as flowcharts for Mermaid',
  details:
    'Builds the project and prints one flowchart for each workflow, or only for the workflows with the given name.',
  options: { ...DIRS_OPTION, ...FOLDER_OPTIONS },
  async run(given) {
    const folders = readProjectFolders(given);
    // Loaded late: without the compiler other commands start in half the time.
    const { createProjectBuild } = await import('../../integrations/server/build-project.ts');
    const { manifest } = await createProjectBuild(folders).buildOnce({ isTold: false });
    console.log(chartsOf(manifest, given.operand).join('\n\n'));
    return 0;
  },
};

/** @throws `cli_workflow_unknown`. */
function chartsOf({ workflows }: Manifest, name: string | null): string[] {
  const all = Object.entries(workflows).flatMap(([file, byName]) =>
    Object.entries(byName).map(([one, { graph }]) => ({ file, name: one, graph })),
  );
  const shown = name === null ? all : all.filter((one) => one.name === name);
  if (name !== null && shown.length === 0)
    throw unknownWorkflow(
      name,
      all.map((one) => one.name),
    );
  return shown.map(chartText);
}

/** A line that begins with two percent signs is a comment in Mermaid. */
function chartText({ file, name, graph }: { file: string; name: string; graph: WorkflowGraph }): string {
  return `%% ${name} (${file})\n${toMermaid(graph)}`;
}
