import { describe, expect, test } from 'vitest';
import { type CliCommand, readArguments } from './command.ts';

const COMMAND: CliCommand = {
  name: 'act',
  operand: '[run…]',
  takesMany: true,
  summary: 'acts',
  options: {
    status: { value: '<status>', help: 'one', isRepeatable: true },
    from: { value: '<n>', help: 'where' },
    yes: { help: 'asks nothing' },
  },
  run: async () => 0,
};

describe('the arguments of a command', () => {
  test('may be several, between options that are repeated', () => {
    const given = readArguments(COMMAND, [
      'a',
      '--status',
      'x',
      'b',
      '--status=y',
      '--yes',
      '--from',
      '-3',
      '--',
      '-c',
    ]);
    expect(given).toEqual({
      options: new Map([
        ['status', 'y'],
        ['yes', ''],
        ['from', '-3'],
      ]),
      repeated: new Map([['status', ['x', 'y']]]),
      operand: 'a',
      operands: ['a', 'b', '-c'],
    });
  });

  test.each([
    [['a', 'b'], 'cli_argument_unexpected'],
    [['--form', '1'], 'cli_option_unknown'],
    [['--from'], 'cli_option_invalid'],
    [['--from='], 'cli_option_invalid'],
    [['--yes=no'], 'cli_option_invalid'],
  ])('%j of a command with one operand is refused', (args, code) => {
    const { takesMany: _, ...single } = COMMAND;
    expect(() => readArguments(single, args)).toThrow(expect.objectContaining({ code }));
  });
});
