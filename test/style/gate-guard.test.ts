/** The guard of the landing gate sees what it is for; `test/gate-guard.ts` turns what it sees into failures. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findLeftOvers, readState, restoreState } from '../gate-guard/process-state.ts';
import { installs, isOutside, takeReaches } from '../gate-guard/reach-outside.ts';

describe('a test of the gate is told', () => {
  test('that it tried to connect to another machine, even if nobody answers', async () => {
    const socket = connect(443, '93.184.216.34').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connectionAttempt');
    expect(takeReaches()).toEqual([
      expect.stringMatching(/even if nobody answers" opened a connection to 93\.184\.216\.34, port 443\. .*lanes\.ts/),
    ]);
  });

  test('that it started npm install, waiting for it or not', async () => {
    await once(spawn('/nowhere/npm', ['install', 'left-pad']), 'error');
    spawnSync('/nowhere/npm', ['ci']);
    spawnSync('/nowhere/npm', ['pack']);
    expect(takeReaches()).toEqual([
      expect.stringContaining('waiting for it or not" started "/nowhere/npm install left-pad"'),
      expect.stringContaining('started "/nowhere/npm ci"'),
    ]);
  });
});

test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::', '192.0.2.7', '/tmp/a.sock'])(
  'a connection to %s is none beyond this machine',
  (address) => expect(isOutside(address)).toBe(false),
);

test.each(['10.0.0.1', '93.184.216.34', '::ffff:93.184.216.34', '2606:2800:220:1::1'])(
  'a connection to %s is one beyond this machine',
  (address) => expect(isOutside(address)).toBe(true),
);

test.each([
  [true, ['npm', '--prefix', 'app', 'i']],
  [true, ['C:\\node\\npm.cmd', 'exec', 'vite']],
  [true, ['/usr/bin/node', '/usr/lib/npm/bin/npm-cli.js', 'install']],
  [true, ['/bin/sh', '-c', 'cd app && yarn']],
  [true, ['npx', 'vitest']],
  [true, ['pnpm', 'add', 'vite']],
  [false, ['npm', 'pack']],
  [false, ['node', '-e', 'console.log("npm install")']],
  [false, ['/bin/sh', '-c', 'echo npm install']],
])('%s: a command installs packages: %j', (expected, command) => expect(installs(command)).toBe(expected));

describe('a file is told', () => {
  test('which environment variable it left, took away or changed, and the next file finds what was there', () => {
    vi.stubEnv('GUARD_TAKEN', 'a');
    vi.stubEnv('GUARD_CHANGED', 'b');
    onTestFinished(() => void vi.unstubAllEnvs());
    const before = readState();
    process.env['GUARD_LEFT'] = '1';
    delete process.env['GUARD_TAKEN'];
    process.env['GUARD_CHANGED'] = 'c';
    expect(findLeftOvers(before, readState()).toSorted()).toEqual([
      expect.stringContaining('This file left GUARD_CHANGED="c" in process.env, which was "b". Fix: put it back'),
      expect.stringContaining('This file left GUARD_LEFT="1" in process.env. Fix: put it back'),
      expect.stringContaining('This file took GUARD_TAKEN out of process.env, which was "a". Fix: put it back'),
    ]);
    restoreState(before);
    expect(findLeftOvers(before, readState())).toEqual([]);
  });

  test('which global, listener or folder it left, and that it left the runtime with its settings', () => {
    const before = readState();
    const RUNTIME = Symbol.for('workflow.runtime');
    const listen = (): void => {};
    const dir = process.cwd();
    onTestFinished(() => {
      process.off('exit', listen).chdir(dir);
      for (const key of ['guardLeft', RUNTIME, Symbol.for('workflow.of-copies')])
        Reflect.deleteProperty(globalThis, key);
    });
    Object.assign(globalThis, { guardLeft: 1, [RUNTIME]: {}, [Symbol.for('workflow.of-copies')]: new Set() });
    process.on('exit', listen).chdir('/');
    expect(findLeftOvers(before, readState())).toEqual([
      expect.stringContaining(`This file changed the folder of the process from ${dir} to /.`),
      expect.stringContaining('This file left guardLeft in globalThis.'),
      expect.stringContaining('This file left Symbol(workflow.runtime) in globalThis.'),
      expect.stringContaining("This file left a listener of process.on('exit'): () => {"),
    ]);
  });
});
