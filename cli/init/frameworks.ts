/** The line that each framework needs, and where it stands. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import type { FrameworkPackage } from '../../runtime/contract/frameworks.ts';
import { ConfigFile } from './config-file.ts';
import { joinSetUps, type SetUp } from './set-up.ts';
import type { ProjectFacts } from '../program/project-facts.ts';

/** How a framework is told of workflows. */
interface Framework {
  name: string;
  /** The entry of this package that its configuration imports. */
  entry: string;
  /** Where its configuration may be, the usual place first; the extension of new ones depends on the project. */
  files: readonly string[];
  /** The line, for people who write it themselves. */
  line: string;
  /** Adds the line. @returns `false`: the file has a form that only its author understands. */
  edit(file: ConfigFile, project: ProjectFacts): boolean;
  /** The configuration of a project that has none; without it the file has to exist. */
  newFile?(project: ProjectFacts): string;
  /** The folder of its first workflow. */
  workflows: string;
  /** Sentences about other things that it needs. */
  needs?(project: ProjectFacts): string[];
}

const toNames = (name: string): string[] => ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'].map((type) => `${name}.${type}`);

/** Adds an element to a list of the exported configuration, and imports what the element needs. */
function listEdit(key: string, element: string, place: 'first' | 'last', imported?: readonly [string, string]) {
  return (file: ConfigFile): boolean => {
    const config = file.exportedObject();
    if (!config || !file.addToList(config, key, element.replaceAll("'", file.quote), place)) return false;
    if (imported) file.addImport(...imported);
    return true;
  };
}

const VITE_CONFIG = `import { defineConfig } from 'vite';
import { workflow } from 'workflow/vite';

export default defineConfig({ plugins: [workflow()] });
`;

const NITRO: Framework = {
  name: 'Nitro',
  entry: 'workflow/nitro',
  files: toNames('nitro.config'),
  line: `modules: ['workflow/nitro']`,
  edit: listEdit('modules', `'workflow/nitro'`, 'last'),
  newFile: () => `export default {\n  serverDir: './',\n  modules: ['workflow/nitro'],\n};\n`,
  workflows: 'workflows',
};

/** By the package that tells them. */
const FRAMEWORKS: Readonly<Record<FrameworkPackage, Framework>> = {
  nuxt: {
    name: 'Nuxt',
    entry: 'workflow/nuxt',
    files: toNames('nuxt.config'),
    line: `modules: ['workflow/nuxt']`,
    edit: listEdit('modules', `'workflow/nuxt'`, 'last'),
    newFile: () => `export default defineNuxtConfig({\n  modules: ['workflow/nuxt'],\n});\n`,
    workflows: 'workflows',
  },
  nitro: NITRO,
  nitropack: NITRO,
  next: {
    name: 'Next',
    entry: 'workflow/next',
    files: toNames('next.config'),
    line: `import { withWorkflow } from 'workflow/next';\n\nexport default withWorkflow(nextConfig);`,
    edit(file) {
      if (!file.wrapExport('withWorkflow')) return false;
      file.addImport('{ withWorkflow }', 'workflow/next');
      return true;
    },
    newFile: () => `import { withWorkflow } from 'workflow/next';\n\nexport default withWorkflow();\n`,
    workflows: 'workflows',
  },
  '@sveltejs/kit': {
    name: 'SvelteKit',
    entry: 'workflow/sveltekit',
    files: toNames('vite.config'),
    line: `import { workflowPlugin } from 'workflow/sveltekit';\n\nplugins: [workflowPlugin(), sveltekit()]`,
    edit: listEdit('plugins', 'workflowPlugin()', 'first', ['{ workflowPlugin }', 'workflow/sveltekit']),
    workflows: 'src/workflows',
  },
  astro: {
    name: 'Astro',
    entry: 'workflow/astro',
    files: toNames('astro.config'),
    line: `import workflow from 'workflow/astro';\n\nintegrations: [workflow()]`,
    edit: listEdit('integrations', 'workflow()', 'last', ['workflow', 'workflow/astro']),
    newFile: () =>
      `import { defineConfig } from 'astro/config';\nimport workflow from 'workflow/astro';\n\nexport default defineConfig({ integrations: [workflow()] });\n`,
    workflows: 'src/workflows',
    needs: ({ dependencies }) =>
      dependencies.some((name) => /^@astrojs\/(?:node|vercel|netlify|cloudflare)$/.test(name))
        ? []
        : ['Astro needs a server adapter for what runs on demand: npx astro add node'],
  },
  '@nestjs/core': {
    name: 'NestJS',
    entry: 'workflow/nest',
    files: ['src/app.module.ts', 'src/app.module.js'],
    line: `import { WorkflowModule } from 'workflow/nest';\n\nimports: [WorkflowModule.forRoot()]`,
    edit(file, { isEsm }) {
      const module = file.decoratorObject('Module');
      const options = isEsm ? '' : `{ moduleType: ${file.quote}commonjs${file.quote} }`;
      if (!module || !file.addToList(module, 'imports', `WorkflowModule.forRoot(${options})`, 'last')) return false;
      file.addImport('{ WorkflowModule }', 'workflow/nest');
      return true;
    },
    workflows: 'src/workflows',
    needs: ({ dependencies }) =>
      dependencies.includes('jest')
        ? [
            'Jest loads no ES modules by itself: in the scripts of package.json, write "node --experimental-vm-modules node_modules/jest/bin/jest.js" in place of "jest"; see docs/frameworks/nest.md',
          ]
        : [],
  },
  vite: {
    name: 'Vite',
    entry: 'workflow/vite',
    files: toNames('vite.config'),
    line: `import { workflow } from 'workflow/vite';\n\nplugins: [workflow()]`,
    edit: listEdit('plugins', 'workflow()', 'first', ['{ workflow }', 'workflow/vite']),
    newFile: () => VITE_CONFIG,
    workflows: 'workflows',
  },
};

/** Beside Nitro's server, Vite may bundle pages, which only the plugin reaches. */
const NITRO_BY_VITE: Framework = {
  ...FRAMEWORKS.vite,
  name: 'Nitro',
  line: `import { workflow } from 'workflow/vite';\n\nplugins: [workflow(), nitro()]`,
};

/** The framework of a project; `null`: it has none. */
export function frameworkOf({ framework, rootDir }: ProjectFacts): Framework | null {
  if (framework === null) return null;
  const found = FRAMEWORKS[framework];
  if (found !== NITRO || hasFrameworkLine(NITRO, rootDir)) return found;
  const config = findConfigFile(NITRO_BY_VITE, rootDir);
  return config && namesEntry(config.code, 'nitro/vite') ? NITRO_BY_VITE : found;
}

/** Whether the configuration of a framework has the line; `null`: there is no configuration. */
export function hasFrameworkLine(framework: Framework, rootDir: string): boolean | null {
  const found = findConfigFile(framework, rootDir);
  return found && namesEntry(found.code, framework.entry);
}

/** The configuration of a framework with its line. */
export function setUpFramework(framework: Framework, project: ProjectFacts): Partial<SetUp> {
  const found = findConfigFile(framework, project.rootDir);
  const needs = framework.needs?.(project) ?? [];
  if (!found) return joinSetUps([newConfig(framework, project), { byHand: needs }]);
  const { path, code } = found;
  if (namesEntry(code, framework.entry)) return { present: [`${path} has ${framework.entry}.`], byHand: needs };
  const after = withLine(framework, project, found);
  if (after === null) return { byHand: [`Add this to ${path}:\n\n${framework.line}`, ...needs] };
  return { edits: [{ path, before: code, after }], byHand: needs };
}

function newConfig(framework: Framework, project: ProjectFacts): Partial<SetUp> {
  const after = framework.newFile?.(project);
  if (after === undefined) return { byHand: [`Add this to ${framework.files[0]}:\n\n${framework.line}`] };
  const [typed, , , plain] = framework.files;
  return { edits: [{ path: project.isTyped ? typed! : plain!, before: null, after }] };
}

/** `null`: the file has another form. */
function withLine(framework: Framework, project: ProjectFacts, { path, code }: FoundConfig): string | null {
  try {
    const file = ConfigFile.ofCode(path, code);
    return framework.edit(file, project) ? file.text : null;
  } catch (error) {
    if (error instanceof CompileFailure) return null;
    throw error;
  }
}

interface FoundConfig {
  path: string;
  code: string;
}

function findConfigFile({ files }: Framework, rootDir: string): FoundConfig | null {
  const path = files.find((file) => existsSync(join(rootDir, file)));
  return path === undefined ? null : { path, code: readFileSync(join(rootDir, path), 'utf8') };
}

const namesEntry = (code: string, entry: string): boolean =>
  [`'${entry}'`, `"${entry}"`].some((specifier) => code.includes(specifier));
