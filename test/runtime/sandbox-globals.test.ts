import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatGlobalsPage, GLOBALS_PAGE } from '../../scripts/globals-page.ts';
import { SANDBOX_GLOBALS, SANDBOX_MEMBERS, type GlobalKind } from '../../runtime/contract/sandbox-globals.ts';
import { run } from './sandbox-run.ts';

const namesOf = (...kinds: GlobalKind[]): string[] =>
  SANDBOX_GLOBALS.filter(({ kind }) => kinds.includes(kind)).flatMap(({ names }) => names);

/** Names that only some of the supported versions of Node have. */
const NEWER = ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError', 'Float16Array'];

describe('the globals of a workflow', () => {
  it('are those of the table', () => {
    const names = run('return Object.getOwnPropertyNames(Object.getPrototypeOf(globals));');
    const expected = namesOf('plain', 'deterministic', 'durable', 'forbidden').filter(
      (name) => !NEWER.includes(name) || name in globalThis,
    );
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  it('say something about every global of Node', () => {
    // By standard input: the options for evaluating text add all modules.
    const text = execFileSync(process.execPath, ['-'], {
      input: 'console.log(Object.getOwnPropertyNames(globalThis).join())',
      encoding: 'utf8',
    });
    const known = new Set(SANDBOX_GLOBALS.flatMap(({ names }) => names));
    const unknown = text
      .trim()
      .split(',')
      .filter((name) => !known.has(name));
    expect(unknown).toEqual([]);
  });

  it('are each named once, with a reason of one sentence', () => {
    const entries = [...SANDBOX_GLOBALS, ...SANDBOX_MEMBERS];
    const names = entries.flatMap((entry) => entry.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(entries.filter(({ reason }) => !/^[^.]+\.$/.test(reason.replaceAll(/\(\)|\ben-US\b/g, '')))).toEqual([]);
  });

  it('throw what to do instead where they are forbidden', () => {
    const forbidden = [...SANDBOX_GLOBALS, ...SANDBOX_MEMBERS].filter((entry) => entry.kind === 'forbidden');
    const uses = forbidden.flatMap(({ names, instead }) => names.map((name) => ({ name, instead })));
    const failures = run(`
      const failures = [];
      const uses = { ${uses.map(({ name }) => `'${name}': () => new globals.${name}()`).join()} };
      for (const use of Object.values(uses)) {
        try { use(); } catch (error) { failures.push([error.name, error.code, error.fix, error.message]); }
      }
      return failures;
    `);
    expect(failures).toEqual(
      uses.map(({ name, instead }) => [
        'WorkflowError',
        'sandbox_global_unavailable',
        instead,
        expect.stringContaining(`${name} is not available in a workflow.`),
      ]),
    );
  });

  it('are undefined where they are absent', () => {
    const names = namesOf('absent');
    const found = run(`return [${names.map((name) => `typeof ${name} + typeof globals.${name}`).join()}]`);
    expect(found).toEqual(names.map(() => 'undefinedundefined'));
  });

  it('let libraries extend the streams that are not there', () => {
    expect(run('class Lines extends globals.TransformStream {} return typeof Lines')).toBe('function');
  });

  it('are described in docs/globals.md; "node scripts/globals-page.ts" writes it', () => {
    expect(readFileSync(GLOBALS_PAGE, 'utf8')).toBe(formatGlobalsPage());
  });
});
