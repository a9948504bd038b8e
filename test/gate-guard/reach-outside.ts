/** Notices when the process of a test connects beyond this machine, or starts an installation from a registry. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { basename } from 'node:path';
import { TestRunner } from 'vitest';

/** Loopback, "any address of this machine", and what documentation reserves: nobody is there. */
const NEAR = new BlockList();
NEAR.addSubnet('127.0.0.0', 8);
NEAR.addAddress('0.0.0.0');
for (const reserved of ['192.0.2.0', '198.51.100.0', '203.0.113.0']) NEAR.addSubnet(reserved, 24);
for (const address of ['::1', '::']) NEAR.addAddress(address, 'ipv6');
NEAR.addSubnet('2001:db8::', 32, 'ipv6');

/** Whether a connection leads beyond this machine. @param address An IP address, or the path of a socket. */
export function isOutside(address: string): boolean {
  return isIP(address) > 0 && !NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Programs that ask a registry whatever they are to do. */
const ALWAYS = /^(?:npx|pnpx|bunx|yarn)$/;
/** Programs that ask a registry when one of these is among their arguments. */
const WITH_VERB = /^(?:npm|pnpm|bun)$/;
const VERB = /^(?:install|i|ci|add|update|up|exec|x|dlx|create|init)$/;
const SHELL = /^(?:sh|bash|dash|zsh|cmd)$/;

/** A command without its folder and ending: `npm` of `/usr/bin/npm`, `npm-cli.js` and `npm.cmd`. */
const programOf = (file: string): string => basename(file.replaceAll('\\', '/')).replace(/(?:-cli)?\.[a-z]+$/, '');

/** Whether a command installs packages, or fetches one to run it. @param command The program and its arguments. */
export function installs([file = '', ...args]: readonly string[]): boolean {
  const program = programOf(file);
  if (program === 'node') return args.length > 0 && installs(args);
  if (SHELL.test(program)) return args.some((text) => text.split(/&&|\|\||[;|&\n]/).some(installsInShell));
  return ALWAYS.test(program) || (WITH_VERB.test(program) && args.some((arg) => VERB.test(arg)));
}

const installsInShell = (text: string): boolean => installs(text.trim().split(/\s+/));

const FIX =
  'Tests of the landing gate stay on this machine and install nothing. Fix: move the file to a lane in test/lanes.ts.';

let found: string[] = [];

/** Says which tests of this process reached outside since the last call, each with what it did and the fix. */
export function takeReaches(): string[] {
  const taken = found;
  found = [];
  return taken;
}

/** Who does something now. */
const whoNow = (): string => {
  const test = TestRunner.getCurrentTest();
  return test ? `The test "${test.fullTestName}"` : 'A hook or the top of this file';
};

const onSocket = (message: unknown): void => {
  const who = whoNow();
  (message as { socket: Socket }).socket.on('connectionAttempt', (address: string, port: number) => {
    if (isOutside(address)) found.push(`${who} opened a connection to ${address}, port ${port}. ${FIX}`);
  });
};

const onCommand = (command: readonly string[]): void => {
  if (installs(command)) found.push(`${whoNow()} started "${command.join(' ')}". ${FIX}`);
};

const onChild = (message: unknown): void => onCommand((message as { process: ChildProcess }).process.spawnargs);

type Call = (file: string, ...rest: any[]) => unknown;

/** Node has no channel for children that it waits for. @param toCommand Takes a command from arguments of a call. */
function watchCall(name: 'spawnSync' | 'execFileSync' | 'execSync', toCommand: (...given: any[]) => string[]): void {
  const calls = childProcess as unknown as Record<typeof name, Call>;
  const call = calls[name];
  calls[name] = (...given) => {
    onCommand(toCommand(...given));
    return call(...given);
  };
}

const inShell = (text: string): string[] => ['sh', '-c', text];
const asFile = (file: string, args?: unknown, options?: unknown): string[] => {
  const list = Array.isArray(args) ? (args as string[]) : [];
  const { shell = false } = ((Array.isArray(args) ? options : args) ?? {}) as { shell?: unknown };
  return shell ? inShell([file, ...list].join(' ')) : [file, ...list];
};

let isWatching = false;

/** Watches from now on, until the process ends. Further calls have no effect. */
export function watchReaches(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('net.client.socket', onSocket);
  subscribe('tracing:child_process.spawn:start', onChild);
  watchCall('spawnSync', asFile);
  watchCall('execFileSync', asFile);
  watchCall('execSync', inShell);
  syncBuiltinESMExports();
}
