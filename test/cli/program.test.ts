import { describe, expect, test } from 'vitest';
import { VERSION } from '../../runtime/contract/version.ts';
import { runCli } from './run-cli.ts';

describe('workflow', () => {
  test.each(['--version', '-v'])('%s prints the version of the package', async (flag) => {
    expect(await runCli([flag])).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  test('lists the commands, and ends with 2 when none is given', async () => {
    const [asked, bare] = await Promise.all([runCli(['--help']), runCli([])]);
    expect(asked.stdout).toContain('\n  check [path]');
    expect(bare).toEqual({ ...asked, exitCode: 2 });
  });

  test.each([
    ['a misspelled command', ['chekc'], 'Fix: did you mean "workflow check"? [cli_command_unknown]'],
    ['a misspelled option', ['build', '--dir', 'src'], 'Fix: did you mean "--dirs"? [cli_option_unknown]'],
    ['a folder that does not exist', ['check', '--root', '/nowhere'], 'There is no file or folder /nowhere.'],
    ['a file that does not exist', ['check', 'nowhere.ts'], '[cli_path_missing]'],
    ['a tsconfig.json that does not exist', ['check', '--project', 'nowhere.json'], '[cli_path_missing]'],
    ['a folder of an editor that does not exist', ['doctor', '--root', '/nowhere'], '[cli_path_missing]'],
  ])('answers %s with one line and ends with 2', async (_, args, message) => {
    const { exitCode, stderr } = await runCli(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
