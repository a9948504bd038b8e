/** The files of a build: their names and what each holds. */
import type { Manifest, WorkflowBundle } from '../../runtime/contract/build.ts';
import type { OutputFile } from './write-files.ts';

/** Exports `steps`. */
export const STEPS_FILE = 'steps.mjs';
export const STEPS_MAP_FILE = `${STEPS_FILE}.map`;

/** Exports `bundle`. */
export const WORKFLOWS_FILE = 'workflows.mjs';
const BUNDLE_BEGIN = 'export const bundle = ';
const BUNDLE_END = ';\n';

/** Exports `handleWebhook`, from request to response. */
export const WEBHOOK_FILE = 'webhook.mjs';
const WEBHOOK_CODE = `import { createHandler } from 'workflow/runtime';

export const handleWebhook = createHandler();
`;

export const MANIFEST_FILE = 'manifest.json';

/** In the order of writing. The manifest is last: who watches it finds all others in place. */
export function outputFiles(build: {
  bundle: WorkflowBundle;
  steps: { code: string; map: string };
  manifest: Manifest;
}): OutputFile[] {
  return [
    { name: STEPS_MAP_FILE, content: build.steps.map },
    { name: STEPS_FILE, content: build.steps.code },
    { name: WORKFLOWS_FILE, content: BUNDLE_BEGIN + JSON.stringify(build.bundle) + BUNDLE_END },
    { name: WEBHOOK_FILE, content: WEBHOOK_CODE },
    { name: MANIFEST_FILE, content: `${JSON.stringify(build.manifest, null, 2)}\n` },
  ];
}

/** The bundle in the text of its file, for those that do not import it. */
export function readBundleFile(text: string): WorkflowBundle {
  return JSON.parse(text.slice(BUNDLE_BEGIN.length, -BUNDLE_END.length)) as WorkflowBundle;
}
