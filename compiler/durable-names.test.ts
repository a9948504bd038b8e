import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILED_TEXTS } from './build/source-files.ts';
import { compileModule } from './compile-module.ts';
import { DURABLE_NAMES } from './durable-names.ts';
import { toModuleId } from './module-id.ts';
import { OWN_FOLDERS, PACKAGE_DIR } from './own-code.ts';

/**
 * Every id of this package that a journal of a user can hold. Released ids never change, and none is ever taken away: a
 * run that waits for one would be parked for good. New ones come at their place in the alphabet.
 */
const RELEASED_IDS = [
  'class//workflow/agent/providers/anthropic//AnthropicModel',
  'class//workflow/agent/providers/gateway//GatewayModel',
  'class//workflow/agent/providers/google//GoogleModel',
  'class//workflow/agent/providers/openai-compatible//OpenAICompatibleModel',
  'class//workflow/agent/providers/openai//OpenAIModel',
  'class//workflow/agent/providers/xai//XaiModel',
  'step//workflow/agent/mcp/call-tool-step//callMcpTool',
  'step//workflow/agent/mcp/list-tools-step//listMcpTools',
  'step//workflow/agent/model/call-model//callModel',
  'step//workflow/agent/model/fold-messages//foldMessages',
  'step//workflow/agent/providers/anthropic//createModel',
  'step//workflow/agent/providers/gateway//createModel',
  'step//workflow/agent/providers/google//createModel',
  'step//workflow/agent/providers/openai-compatible//createModel',
  'step//workflow/agent/providers/openai//createModel',
  'step//workflow/agent/providers/xai//createModel',
];

interface Module {
  path: string;
  code: string;
  moduleId?: string;
}

const toOwnId = (path: string): string => toModuleId({ path, rootDir: '/app' });

function idsOf({ path, code, moduleId = toOwnId(path) }: Module): string[] {
  const compiled = compileModule({ path, code, view: 'application', name: path, moduleId });
  const { workflows = [], steps = [], classes = [] } = compiled?.info ?? {};
  return [
    ...workflows.map(({ workflowId }) => workflowId),
    ...steps.map(({ stepName }) => stepName),
    ...classes.map(({ classId }) => classId),
  ].toSorted();
}

const own = (name: string): string => join(PACKAGE_DIR, `${name}.ts`);

const sources = OWN_FOLDERS.flatMap((folder) => globSync(join(folder, '**/*.ts')))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }))
  .filter(({ code }) => COMPILED_TEXTS.some((text) => code.includes(text)));

test('a run of a released version finds every step and class of the package under its id', () => {
  const reason = 'Released ids never change: give a moved module its old name in compiler/durable-names.ts.';
  expect(sources.flatMap(idsOf).toSorted(), reason).toEqual(RELEASED_IDS);
});

test.each([own('agent/models/of-openai'), '/app/node_modules/workflow/dist/agent/models/of-openai.js'])(
  'a module keeps its ids when its file moves (%s)',
  (movedPath) => {
    const path = own('agent/providers/openai');
    const code = readFileSync(path, 'utf8');
    const { 'agent/providers/openai': name, ...others } = DURABLE_NAMES;
    const durableNames = { ...others, 'agent/models/of-openai': name! };
    const moduleId = toModuleId({ path: movedPath, rootDir: '/app', durableNames });
    expect(idsOf({ path: '/app/of-openai.ts', code, moduleId })).toEqual(idsOf({ path, code }));
    expect(moduleId).toBe('workflow/agent/providers/openai');
  },
);

test('no two modules of the package share a name in ids, and each name belongs to a file that is there', () => {
  const names = Object.values(DURABLE_NAMES);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(DURABLE_NAMES).filter((name) => !existsSync(own(name)))).toEqual([]);
});

test.each(['/app/node_modules/workflow/dist/agent/new-step.js', own('agent/new-step')])(
  'a new module of the package with a step is refused until it has a durable name (%s)',
  (path) => {
    const build = (code: string): string[] => idsOf({ path, code });
    const text = 'The module agent/new-step of the package "workflow" has a directive';
    expect(() => build("export async function ask() {\n  'use step';\n}\n")).toThrow(text);
    expect(() =>
      build(
        'export class Model {\n  static [WORKFLOW_SERIALIZE]() {}\n}\nconst WORKFLOW_SERIALIZE = Symbol.for("workflow-serialize");\n',
      ),
    ).toThrow(text);
    expect(build('export const WORKFLOW_SERIALIZE = 1;\n')).toEqual([]);
  },
);
