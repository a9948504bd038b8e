/** `node compile-app.ts <app>`: compiles the workflows of an application into its folder `build`. */
import { createBuilder } from '../compiler/build/builder.ts';

const [, , rootDir] = process.argv;
await createBuilder({ rootDir: rootDir!, dirs: ['workflows'], outDir: 'build' }).build();
