/** JSX in workflow code means what the nearest `tsconfig.json` says. */
import { expect, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const MAIL = `import { h, Frame } from '../lib/h.ts';
export async function log(html: string) {
  'use step';
  return h('log', null, html);
}
const Title = ({ children }: { children: string }) => <h1>{children}</h1>;
export async function mail(name: string) {
  'use workflow';
  return <><Title>Hi</Title><p>{name}</p></>;
}
`;

const FACTORY = `export const Frame = 'frame';
export const h = (tag: any, props: any, ...children: any[]): string =>
  typeof tag === 'function' ? tag({ ...props, children }) : '<' + tag + '>' + children.join('');
`;

const RUNTIME = `export const Fragment = 'runtime';
export const jsx = (tag, props) =>
  typeof tag === 'function' ? tag(props) : '<' + tag + '>' + [props.children].flat().join('');
export const jsxs = jsx;
`;

const CLASSIC = { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Frame' };

const settings = (compilerOptions: object): string => `{ "compilerOptions": ${JSON.stringify(compilerOptions)} }`;

const mailProject = (files: Record<string, string>): Promise<TempProject> =>
  createTempProject({
    'workflows/mail.tsx': MAIL,
    'lib/h.ts': FACTORY,
    'node_modules/elements/package.json': '{ "name": "elements", "exports": { "./jsx-runtime": "./runtime.js" } }',
    'node_modules/elements/runtime.js': RUNTIME,
    ...files,
  });

async function buildAndMail(project: TempProject, builder = builderOf(project)): Promise<unknown> {
  await builder.build();
  const mail = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/mail//mail');
  return await mail('Ann');
}

test.each<[string, Record<string, string>, string]>([
  ['a factory', { 'tsconfig.json': settings(CLASSIC) }, '<frame><h1>Hi<p>Ann'],
  [
    'a factory of a file that it extends',
    { 'tsconfig.json': '{ "extends": ["./base"] }', 'base.json': settings(CLASSIC) },
    '<frame><h1>Hi<p>Ann',
  ],
  [
    'a package with the runtime',
    { 'tsconfig.json': settings({ jsx: 'react-jsx', jsxImportSource: 'elements' }) },
    '<runtime><h1>Hi<p>Ann',
  ],
  [
    'a package, and that another compiler makes the calls',
    { 'tsconfig.json': settings({ jsx: 'preserve', jsxImportSource: 'elements' }) },
    '<runtime><h1>Hi<p>Ann',
  ],
])('it can name %s', async (_, files, expected) => {
  expect(await buildAndMail(await mailProject(files))).toBe(expected);
});

test('another setting counts in the next build of the same builder', async () => {
  const project = await mailProject({ 'tsconfig.json': settings({ jsx: 'preserve', jsxImportSource: 'elements' }) });
  const builder = builderOf(project);
  expect(await buildAndMail(project, builder)).toBe('<runtime><h1>Hi<p>Ann');
  await project.write({ 'tsconfig.json': settings(CLASSIC) });
  expect(await buildAndMail(project, builder)).toBe('<frame><h1>Hi<p>Ann');
});
