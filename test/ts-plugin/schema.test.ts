/** Help with the options of the plugin while they are written. */
import { expect, test } from 'vitest';
import { createPluginSchema } from '../../scripts/plugin-schema.ts';
import { readSettings } from '../../ts-plugin/analysis/settings/read-settings.ts';

interface Schema {
  properties: Record<string, Schema>;
  items: Schema & { anyOf: Schema[] };
}

test('the code reads every option and rule that the schema offers', () => {
  const schema = createPluginSchema() as unknown as Schema;
  const { properties } = schema.properties['compilerOptions']!.properties['plugins']!.items.anyOf[1]!;
  const codes = Object.keys(properties['rules']!.properties);
  expect(codes).toEqual(expect.arrayContaining(['compile_directive_misspelled', '1001', 'call_floating']));
  const rules = Object.fromEntries(codes.map((code) => [code, 'off']));
  const others = Object.fromEntries(Object.keys(properties).map((name) => [name, true]));
  const overrides = [{ files: ['**'], rules }];
  expect(readSettings({ ...others, dirs: ['workflows'], rules, overrides }).problems).toEqual([]);
});
