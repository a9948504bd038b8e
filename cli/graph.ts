/** `workflow graph`: shows what workflows do, as pictures that Mermaid draws. */
import type { Manifest } from '../runtime/contract/build.ts';
import type { WorkflowGraph } from '../runtime/contract/workflow-graph.ts';
import type { Command } from './command.ts';
import { cliError } from './messages.ts';
import { DIRS_OPTION, FOLDER_OPTIONS, readProjectFolders } from './project-options.ts';
import { toMermaid } from './to-mermaid.ts';

export const graphCommand: Command = {
  name: 'graph',
  operand: '[name]',
  summary: 'shows the steps, waits and branches of workflows, for Mermaid',
  details: 'Builds the project and prints one flowchart for each workflow, or for those of a name.',
  options: { ...DIRS_OPTION, ...FOLDER_OPTIONS },
  async run(given) {
    const folders = readProjectFolders(given);
    // Not before it is needed: other commands start in half the time without the compiler.
    const { createProjectBuild } = await import('../integrations/server/build-project.ts');
    const { manifest } = await createProjectBuild(folders).buildOnce();
    console.log(chartsOf(manifest, given.operand).join('\n\n'));
    return 0;
  },
};

/** @throws `cli_argument_unexpected` when no workflow has the name. */
function chartsOf({ workflows }: Manifest, name: string | null): string[] {
  const all = Object.entries(workflows).flatMap(([file, byName]) =>
    Object.entries(byName).map(([one, { graph }]) => ({ file, name: one, graph })),
  );
  const shown = name === null ? all : all.filter((one) => one.name === name);
  if (name !== null && shown.length === 0) throw cliError('cli_argument_unexpected', { found: name, command: 'graph' });
  return shown.map(chartText);
}

/** Two percent signs begin a comment in Mermaid. */
function chartText({ file, name, graph }: { file: string; name: string; graph: WorkflowGraph }): string {
  return `%% ${name} (${file})\n${toMermaid(graph)}`;
}
