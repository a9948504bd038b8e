import { expect, test } from 'vitest';
import { FormChoices, type JudgedForms } from './choose-forms.ts';
import { FileStates } from './file-states.ts';

const FOLDER = '/app/node_modules/places';

/** A bundle that takes these names of the package, which needs Node in its usual form. */
function project(names: readonly string[], isHelped = true) {
  const asked: string[][] = [];
  const bundle = async (folders: ReadonlySet<string>): Promise<JudgedForms> => {
    asked.push([...folders]);
    const isBrowser = folders.has(FOLDER);
    const file = `${FOLDER}/${isBrowser ? 'browser' : 'node'}.js`;
    const modules = { [file]: { renderedLength: 9, renderedExports: names } };
    const isNeedy = names.includes('host') && !(isBrowser && isHelped);
    return {
      output: { chunk: { modules } } as unknown as JudgedForms['output'],
      needs: isNeedy ? 1 : 0,
      wanted: isNeedy && !isBrowser ? [FOLDER] : [],
    };
  };
  return { asked, bundle };
}

test.each([
  ['helps', true, [FOLDER]],
  ['does not help', false, []],
])('a form for browsers that %s is chosen once, and each later build bundles once', async (_, isHelped, again) => {
  const choices = new FormChoices(new FileStates());
  const { asked, bundle } = project(['host'], isHelped);
  await choices.choose(bundle);
  expect(asked).toEqual([[], [FOLDER]]);
  await choices.choose(bundle);
  await choices.choose(bundle);
  expect(asked.slice(2)).toEqual([again, again]);
});

test('it is chosen again when the bundle takes something else of the package', async () => {
  const choices = new FormChoices(new FileStates());
  await choices.choose(project(['host']).bundle);
  const { asked, bundle } = project(['place']);
  const { output } = await choices.choose(bundle);
  expect(Object.keys(output!.chunk.modules)).toEqual([`${FOLDER}/node.js`]);
  await choices.choose(bundle);
  expect(asked).toEqual([[FOLDER], [], []]);
});
