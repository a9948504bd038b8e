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
      why: `By default the build searches \`src\`, where Nest applications have their sources. On a server without
sources, deploy a build and set \`skipBuild\`. In a monorepo, name the folder.`,
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
      why: `A folder of \`dirs\` contains the compiled application. It holds every workflow a second time, as JavaScript
and with another id.`,
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
      why: `A warning. Steps share the modules that the application has already loaded, so that each provider exists
once. An application without \`"type": "module"\` in its \`package.json\` has CommonJS modules, which steps must load
with \`require\`: \`import\` may miss exports, or load a package a second time.`,
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
      why: `With \`skipBuild\`, or with a \`WorkflowController\` without the module, nothing is built at the start. Make
the build with \`NestLocalBuilder\` and the same \`outDir\`, and copy it to the server.`,
      wrong: { sh: 'nest build && node dist/main.js   # with skipBuild: true' },
      right: { sh: 'nest build && node build-workflows.mjs && node dist/main.js' },
      see: ['nest'],
    },
    nest_test_build_failed: {
      sample: { reason: 'src/workflows/order.ts:3:1 …' },
      why: `Under Jest the module builds in a process of its own, because Jest gives the modules of a test a realm of
their own, and the bundler takes no values from there. The text is that of the build.`,
      see: ['nest'],
    },
    nest_module_without_options: {
      why: `\`forRoot()\` reads the options and gives the module its providers. The bare class has none.`,
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
      why: `A process has one worker and one build. Nest would treat two imports with different options as two modules,
and it would be unclear which build to use.`,
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
      why: `Without the module, you must tell the controller where the build is, before Nest creates the controller.`,
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
      why: `\`getNestContext()\` returns the providers of the application that runs in this process and imports the
module. That application has not started yet, has already closed, or the steps run in a process without Nest, such as
\`workflow worker\`.`,
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
