/** The plugin of tsserver: `compilerOptions.plugins: [{ "name": "workflow" }]`. */
import type ts from 'typescript-6';
import { completionExtensions } from './completions.ts';
import { codeFixExtensions, diagnosticExtensions } from './diagnostics.ts';
import { type Extensions, extendService } from './extend-service.ts';
import { hoverExtensions } from './hover.ts';
import { refactorExtensions } from './refactors.ts';
import { WorkflowSession } from './workflow-session.ts';

/** tsserver calls this for each project, and passes its own TypeScript. */
export const init: ts.server.PluginModuleFactory = ({ typescript }) => {
  let opened: { session: WorkflowSession; project: ts.server.Project } | undefined;
  return {
    create({ config, languageService, project }) {
      const log = (text: string): void => project.projectService.logger.info(`workflow: ${text}`);
      const directory = project.getCurrentDirectory();
      const session = new WorkflowSession({
        typescript,
        service: languageService,
        directory,
        host: project,
        config: config as unknown,
        log,
        timers: project.projectService.host,
        onBuilt: () => project.refreshDiagnostics(),
      });
      opened = { session, project };
      const extensions = [
        diagnosticExtensions,
        codeFixExtensions,
        hoverExtensions,
        completionExtensions,
        refactorExtensions,
      ].map((extend) => extend(session));
      const closing: Extensions = {
        dispose(ask) {
          session.dispose();
          ask();
        },
      };
      return extendService(languageService, Object.assign(closing, ...extensions) as Extensions, log);
    },
    onConfigurationChanged(config: unknown) {
      opened?.session.configure(config);
      opened?.project.refreshDiagnostics();
    },
  };
};
