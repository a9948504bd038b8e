import { NestLocalBuilder } from 'workflow/nest';

await new NestLocalBuilder({ workingDir: process.cwd(), outDir: '.nestjs/workflow', dirs: ['src'] }).build();
