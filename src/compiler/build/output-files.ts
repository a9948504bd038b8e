/** The files of a build: their names and what each holds. */
import type { Manifest, WorkflowBundle } from '../../runtime/contract/build.ts';
import type { OutputFile } from './write-files.ts';

/** Exports `steps`. */
export const STEPS_FILE = 'steps.mjs';
export const STEPS_MAP_FILE = `${STEPS_FILE}.map`;

/** Exports `bundle`. */
const WORKFLOWS_FILE = 'workflows.mjs';

/** Exports `handleWebhook`, from request to response. */
const WEBHOOK_FILE = 'webhook.mjs';
const WEBHOOK_CODE = `import { createHandler } from 'workflow/runtime';

export const handleWebhook = createHandler();
`;

const MANIFEST_FILE = 'manifest.json';

/** In the order of writing. The manifest is last: who watches it finds all others in place. */
export function outputFiles(build: {
  bundle: WorkflowBundle;
  steps: { code: string; map: string };
  manifest: Manifest;
}): OutputFile[] {
  return [
    { name: STEPS_MAP_FILE, content: build.steps.map },
    { name: STEPS_FILE, content: build.steps.code },
    { name: WORKFLOWS_FILE, content: `export const bundle = ${JSON.stringify(build.bundle)};\n` },
    { name: WEBHOOK_FILE, content: WEBHOOK_CODE },
    { name: MANIFEST_FILE, content: `${JSON.stringify(build.manifest, null, 2)}\n` },
  ];
}
