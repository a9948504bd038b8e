/**
 * The JSON schema of the plugin's entry in `tsconfig.json`, made from the rules that there are. It describes a whole
 * `tsconfig.json`, because that is the file that editors look it up for.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { RULE_GROUPS } from '../ts-plugin/analysis/rules/all-rules.ts';

type Schema = Readonly<Record<string, unknown>>;

const SEVERITY: Schema = { enum: ['error', 'warning', 'hint', 'off'] };

/** @param file Where to write it: an absolute path. */
export function writePluginSchema(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(createPluginSchema())}\n`);
}

export function createPluginSchema(): Schema {
  // Entries of other plugins are none of ours.
  const other: Schema = { properties: { name: { not: { const: 'workflow' } } } };
  const plugins: Schema = { type: 'array', items: { anyOf: [other, entry()] } };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The plugin "workflow" in tsconfig.json',
    type: 'object',
    properties: { compilerOptions: { type: 'object', properties: { plugins } } },
  };
}

function entry(): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { const: 'workflow' },
      rules: { ...rules(), description: 'How strict each rule is, by its code or number.' },
      overrides: {
        type: 'array',
        description: 'Other settings for some files; the last that matches counts.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['files', 'rules'],
          properties: { files: strings('Patterns of paths, from the root of the project.'), rules: rules() },
        },
      },
      dirs: strings('Folders in which the build looks for workflows and steps, from the root of the project.'),
      hover: { type: 'boolean', default: true, description: 'Tell of workflows and steps under the pointer.' },
      completions: { type: 'boolean', default: true, description: 'Offer directives, lengths of time and codes.' },
    },
  };
}

function rules(): Schema {
  const all = RULE_GROUPS.flatMap((group) => group.rules);
  const properties = all.flatMap(({ code, number, severity }) => [
    [code, { ...SEVERITY, default: severity }],
    [String(number), { ...SEVERITY, default: severity, description: code }],
  ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) as Schema };
}

function strings(description: string): Schema {
  return { type: 'array', items: { type: 'string' }, description };
}
