/** Starts a server with a framework's command. */
import { join } from 'node:path';
import { SECRET } from './app-client.ts';
import type { Command } from './framework.ts';
import { ServerProcess } from './server-process.ts';

export interface ServedCommand {
  command: Command;
  dir: string;
  port: number;
  /** File in which steps record their effects. */
  effectsFile: string;
}

export function serve({ command, dir, port, effectsFile }: ServedCommand): ServerProcess {
  return new ServerProcess({
    script: join(dir, command.script),
    args: command.args ?? [],
    ...(command.program !== undefined && { program: join(dir, command.program) }),
    flags: command.flags ?? [],
    cwd: dir,
    port,
    env: { WORKFLOW_SECRET: SECRET, EFFECTS_FILE: effectsFile, PORT: String(port), ...command.env },
  });
}
