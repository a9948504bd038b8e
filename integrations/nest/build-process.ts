/** The process of `buildOutside()`: its argument is the options as JSON. */
import { NestLocalBuilder, type NestLocalBuilderOptions } from './local-builder.ts';

try {
  await new NestLocalBuilder(JSON.parse(process.argv[2]!) as NestLocalBuilderOptions).build();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
