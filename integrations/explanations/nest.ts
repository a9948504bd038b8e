/** The explanations of the errors of `workflow/nest`. */
import { nestError } from '../nest/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of `workflow/nest`, for `docs/errors` and `workflow explain`. */
export const nestArea: Area = {
  title: 'NestJS',
  about: '`workflow/nest`, when the application starts.',
  errors: explainCatalogue(nestError, {
    nest_sources_missing: {
      sample: { rootDir: '/app' },
      why: `Workflows are looked for in \`src\`, where Nest applications have their sources. On a server without
sources, build beforehand and set \`skipBuild\`; in a monorepo, name the folder.`,
      wrong: code`
        WorkflowModule.forRoot(); // the sources are in "apps/shop/src"
      `,
      right: code`
        WorkflowModule.forRoot({ dirs: ['apps/shop/src'] });
      `,
      see: ['nest', 'nest_build_missing'],
    },
    nest_dirs_hold_output: {
      sample: { dir: '/app', distDir: '/app/dist' },
      why: `A folder of \`dirs\` contains the compiled application, in which every workflow is there once more, as
JavaScript and with another id.`,
      wrong: code`
        WorkflowModule.forRoot({ dirs: ['.'] });
      `,
      right: code`
        WorkflowModule.forRoot({ dirs: ['src'] });
      `,
      see: ['nest'],
    },
    nest_module_type_mismatch: {
      sample: { distDir: '/app/dist' },
      why: `A warning. Steps load the modules of the application that are loaded already, so that there is one of each
provider. In an application of CommonJS modules, which has no \`"type": "module"\` in its \`package.json\`, that works
by \`require\`; \`import\` may miss exports, or load a package a second time.`,
      wrong: code`
        WorkflowModule.forRoot();
      `,
      right: code`
        WorkflowModule.forRoot({ moduleType: 'commonjs' });
      `,
      see: ['nest'],
    },
    nest_build_missing: {
      sample: { file: '/app/.nestjs/workflow/workflows.mjs' },
      why: `With \`skipBuild\`, and for a \`WorkflowController\` without the module, nothing is built at the start:
the build must be there, made with \`NestLocalBuilder\` and the same \`outDir\`, and be copied to the server.`,
      wrong: { sh: 'nest build && node dist/main.js   # with skipBuild: true' },
      right: { sh: 'nest build && node build-workflows.mjs && node dist/main.js' },
      see: ['nest'],
    },
    nest_module_without_options: {
      why: `\`forRoot()\` reads the options and gives the module its providers. The class alone has none.`,
      wrong: code`
        @Module({ imports: [WorkflowModule] })
        export class AppModule {}
      `,
      right: code`
        @Module({ imports: [WorkflowModule.forRoot()] })
        export class AppModule {}
      `,
      see: ['nest'],
    },
    nest_module_twice: {
      why: `A process has one worker and one build. Two imports with different options would be two modules for Nest,
and nobody could say which build counts.`,
      wrong: code`
        @Module({ imports: [WorkflowModule.forRoot({ dirs: ['src/orders'] })] })
        class OrdersModule {}

        @Module({ imports: [OrdersModule, WorkflowModule.forRoot()] })
        export class AppModule {}
      `,
      right: code`
        @Module({})
        class OrdersModule {}

        @Module({ imports: [OrdersModule, WorkflowModule.forRoot()] })
        export class AppModule {}
      `,
      see: ['nest'],
    },
    nest_controller_unconfigured: {
      why: `Without the module nobody tells the controller where the build is. It must know before Nest creates it.`,
      wrong: code`
        @Module({ controllers: [WorkflowController] })
        export class AppModule {}
      `,
      right: code`
        configureWorkflowController('.nestjs/workflow');

        @Module({ controllers: [WorkflowController] })
        export class AppModule {}
      `,
      see: ['nest', 'nest_build_missing'],
    },
    nest_context_missing: {
      why: `\`getNestContext()\` gives the providers of the application that runs in this process and imports the
module. There is none yet, none any more, or the steps run in a process without Nest, such as \`workflow worker\`.`,
      wrong: code`
        const orders = getNestContext().get(OrdersService); // when the file is loaded

        async function charge(orderId: string) {
          'use step';
          await orders.charge(orderId);
        }
      `,
      right: code`
        async function charge(orderId: string) {
          'use step';
          await getNestContext().get(OrdersService).charge(orderId);
        }
      `,
      see: ['nest'],
    },
  }),
};
