// What a user's "build" script runs after "nest build".
import { NestLocalBuilder } from 'workflow/nest';

const [moduleType] = process.argv.slice(2);
await new NestLocalBuilder({
  workingDir: process.cwd(),
  outDir: '.nestjs/workflow',
  dirs: ['src'],
  moduleType,
}).build();
