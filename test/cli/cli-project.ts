/** A project with workflows, in a directory of its own. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '../..');

export class CliProject {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-cli-')));

  /** @param files Contents by path. */
  constructor(files: Record<string, string>) {
    for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
      this.write(file, text);
    }
    mkdirSync(join(this.dir, 'node_modules'));
    symlinkSync(PACKAGE, join(this.dir, 'node_modules/workflow'), 'junction');
  }

  path(file: string): string {
    return join(this.dir, file);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  /** Empty when there is no such file. */
  read(file: string): string {
    try {
      return readFileSync(this.path(file), 'utf8');
    } catch {
      return '';
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
