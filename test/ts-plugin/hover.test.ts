/** The hovers of the plugin. */
import { describe, expect, test } from 'vitest';
import { COMPILERS } from './editor.ts';
import { type MarkedProject, openMarked } from './marked-project.ts';

const FILES = {
  'steps.ts': `export async function /*declared*/charge(amount: number) { 'use /*directive*/step'; return amount; }
charge./*option*/maxRetries = 5;
const patient = { backoff: 'linear' };
charge.retry = { ...patient, /*retry*/minDelay: '1s' };
export const other = { async pay() { 'use step'; } };
`,
  'main.ts': `import { sleep } from 'workflow';
import { start } from 'workflow/api';
import { /*import*/charge as take, other } from './steps.ts';
/** Orders something. */
export async function order(amount: number) {
  'use workflow';
  await /*call*/take(amount);
  await other./*member*/pay();
  await sleep('/*length*/36h');
  Math./*random*/random();
  new /*date*/Date();
  return /*plain*/amount;
}
await start(/*workflow*/order, [1]);
`,
};

function hoverTextAt({ editor, path, at }: MarkedProject, mark: string, name = 'main.ts'): string {
  const info = editor.service.getQuickInfoAtPosition(path(name), at(mark, name));
  return (info?.documentation ?? []).map(({ text }) => text).join('');
}

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test('types have the names of the documents', () => {
    const types = {
      sleep: '(duration: "5 minutes"): Promise<void>',
      createHook: '(options?: HookOptions',
      createWebhook: '(options?: WebhookOptions',
      continueAs: '(args?: unknown[]',
      patched: '(id: string)',
      setAttributes: '(attributes: Record<string',
    };
    const uses = Object.keys(types).map((name) => `/*${name}*/${name}(${name === 'sleep' ? "'5 minutes'" : ''});\n`);
    const text = `import { ${Object.keys(types).join(', ')} } from 'workflow';\n${uses.join('')}`;
    using project = openMarked(text, { typescript });
    for (const [name, shown] of Object.entries(types)) {
      const info = project.editor.service.getQuickInfoAtPosition(project.path(), project.at(name));
      expect((info?.displayParts ?? []).map((part) => part.text).join('')).toContain(shown);
    }
  });

  test.each([
    ['directive', 'steps.ts', 'step · retried up to 5 times · its result is recorded · id `step//./steps//charge`'],
    ['declared', 'steps.ts', 'step · retried up to 5 times · its result is recorded · id `step//./steps//charge`'],
    ['import', 'main.ts', 'step · retried up to 5 times · its result is recorded · id `step//./steps//charge`'],
    ['call', 'main.ts', 'step · retried up to 5 times · its result is recorded · id `step//./steps//charge`'],
    ['member', 'main.ts', 'step · retried up to 3 times · its result is recorded · id `step//./steps//other/pay`'],
    ['length', 'main.ts', '1 day 12 hours'],
    ['option', 'steps.ts', 'Retries after the first attempt: 0 or more, or Infinity. Default 3.'],
    ['retry', 'steps.ts', "The delay of the first retry, such as '1s'."],
    ['random', 'main.ts', "In workflows: Derived from the run's own secret, so that a replay gives the same values."],
    [
      'workflow',
      'main.ts',
      'Orders something.\n\nworkflow · 2 steps · started in 1 place · id `workflow//./main//order`',
    ],
  ])('tells of %s', (mark, name, text) => {
    using project = openMarked(FILES, { typescript });
    expect(hoverTextAt(project, mark, name)).toContain(text);
    expect(project.editor.logged).toEqual([]);
  });

  test('the text of TypeScript stays, with all arguments of the request', () => {
    using project = openMarked(FILES, { typescript });
    const { editor, path, at } = project;
    const asked: unknown[][] = [];
    const ask = editor.plain.getQuickInfoAtPosition.bind(editor.plain);
    editor.plain.getQuickInfoAtPosition = (...all: Parameters<typeof ask>) => {
      asked.push(all);
      return ask(...all);
    };
    const more = [path(), at('call'), 200, 1] as unknown as Parameters<typeof ask>;
    const info = editor.service.getQuickInfoAtPosition(...more)!;
    expect(info.displayParts).toEqual(editor.plain.getQuickInfoAtPosition(...more)!.displayParts);
    expect(asked).toEqual([more, more]);
    expect(editor.service.getQuickInfoAtPosition(path(), at('plain'))).toEqual(
      editor.plain.getQuickInfoAtPosition(path(), at('plain')),
    );
  });

  test('nothing is shown when it is switched off', () => {
    using project = openMarked(FILES, { typescript, config: { hover: false } });
    expect(hoverTextAt(project, 'call')).toBe('');
    project.editor.configure({});
    expect(hoverTextAt(project, 'call')).toContain('step · ');
  });
});
