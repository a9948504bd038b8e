/** The editor says of a type what the codec does with its values. */
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import type { OpenTypes } from '../../ts-plugin/analysis/hosts/open-types.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { declarationsIn } from '../../ts-plugin/analysis/rules/data/declarations.ts';
import { findObstacle } from '../../ts-plugin/analysis/rules/data/serializable.ts';
import { child, text } from '../../compiler/ast.ts';
import { createClassRegistry } from '../../runtime/values/class-registry.ts';
import { createCodec } from '../../runtime/values/codec.ts';
import * as samples from './serializable-samples.ts';
import { TYPESCRIPT_VERSIONS, openSome, writeTypedProject } from './typed-project.ts';

const PATH = fileURLToPath(new URL('serializable-samples.ts', import.meta.url));
const SAMPLES = Object.entries(samples).filter(([name]) => !['Point', 'charge', 'ERRORS'].includes(name));

type Verdict = 'carried' | 'lossy' | 'refused';

const registry = createClassRegistry();
registry.register('class//samples//Point', samples.Point);
const codec = createCodec({
  buffers: { is: Buffer.isBuffer, from: Buffer.from },
  classes: registry,
  errors: {
    idOf: (cls) => samples.ERRORS.find((one) => one === cls)?.name,
    get: (id) => samples.ERRORS.find(({ name }) => name === id),
  },
  steps: {
    toReference: (fn) => (fn === samples.charge ? { stepId: 'step//samples//charge' } : null),
    fromReference: () => samples.charge,
  },
});

/** The real fate of a value in the codec. */
async function carry(value: unknown): Promise<Verdict> {
  const payload = await codec.encodeAsync(value).catch((error: { code: string }) => {
    expect(error.code).toMatch(/^value_(?:not_serializable|class_unregistered)$/);
    return null;
  });
  if (payload === null) return 'refused';
  return isSame(codec.decode(payload), value) ? 'carried' : 'lossy';
}

/** Bodies and the like have no members to compare: their class tells. */
function isSame(copy: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(copy, value);
  if (Object.getPrototypeOf(copy) !== Object.getPrototypeOf(value)) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) return true;
  const accessors = Object.values(Object.getOwnPropertyDescriptors(value)).filter(({ get }) => get);
  return accessors.length === 0 && isDeepStrictEqual(copy, value);
}

describe.each(TYPESCRIPT_VERSIONS)('with TypeScript %s', (version) => {
  let types: OpenTypes;
  let written: ReturnType<typeof writeTypedProject>;
  const verdicts = new Map<string, Verdict>();

  beforeAll(async () => {
    const compilerOptions = { strict: true, target: 'esnext', module: 'nodenext', types: ['node'], skipLibCheck: true };
    const config = {
      compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true, noEmit: true },
      files: [PATH],
    };
    written = writeTypedProject({ 'tsconfig.json': JSON.stringify(config) }, version);
    types = await openSome({ rootDir: written.rootDir });
    const project = new Project(new DiskHost({ rootDir: written.rootDir, files: () => [PATH], types: types.types }));
    const file = project.file(PATH)!;
    const initials = file.items.flatMap((item) => {
      const declarations = child(item, 'declaration')?.['declarations'];
      const [declarator] = Array.isArray(declarations) ? (declarations as Parameters<typeof child>[0][]) : [];
      return declarator ? [{ name: text(child(declarator, 'id')!), span: child(declarator, 'id')!.span }] : [];
    });
    const views = types.types.types(
      PATH,
      initials.map(({ span }) => ({ span, of: 'expression' })),
    );
    for (const [index, { name }] of initials.entries()) {
      const obstacle = findObstacle(views[index]!, declarationsIn({ project, file }), new Set());
      verdicts.set(name, obstacle === null ? 'carried' : obstacle.kind === 'lossy' ? 'lossy' : 'refused');
    }
  });
  afterAll(() => {
    types?.close();
    written?.[Symbol.dispose]();
  });

  test.each(SAMPLES)('%s', async (name, value) => {
    expect(verdicts.get(name)).toBe(await carry(value));
  });
});
