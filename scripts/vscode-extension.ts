/**
 * `npm run build:vscode`: packs the extension for VS Code into `integrations/vscode/workflow.vsix`. A .vsix is a zip
 * with two lists, so this needs no packer, which would bring two hundred packages. The client library is bundled; npm
 * installs it into the folder of the extension, because nothing else uses it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { createZip } from './zip-file.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'integrations/vscode');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The files that it is bundled into, by their sources. */
const BUNDLES = [
  { input: 'extension.ts', file: 'dist/extension.cjs', format: 'cjs' },
  { input: 'server.ts', file: 'dist/server.mjs', format: 'esm' },
  // tsserver looks for plugins where Node does.
  { input: 'plugin.ts', file: 'node_modules/workflow/index.cjs', format: 'cjs' },
] as const;

const PLUGIN_MANIFEST = JSON.stringify({ name: 'workflow', version: '0.0.0', main: 'index.cjs' });

interface Manifest {
  name: string;
  displayName: string;
  description: string;
  version: string;
  publisher: string;
  engines: { vscode: string };
  categories: string[];
  keywords: string[];
}

/** @returns The path of the extension. */
export async function buildExtension(): Promise<string> {
  if (!existsSync(join(FOLDER, 'node_modules/vscode-languageclient')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
  execFileSync(process.execPath, [TSC, '-p', FOLDER], { stdio: 'inherit' });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const manifest = { ...(JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as Manifest), version };
  const files = new Map([
    ['extension.vsixmanifest', listOf(manifest)],
    ['[Content_Types].xml', CONTENT_TYPES],
    ['extension/package.json', JSON.stringify({ ...manifest, devDependencies: undefined }, null, 2)],
    ['extension/README.md', readFileSync(join(FOLDER, 'README.md'), 'utf8')],
    ['extension/LICENSE.txt', readFileSync(join(ROOT, 'LICENSE'), 'utf8')],
    ['extension/node_modules/workflow/package.json', PLUGIN_MANIFEST],
  ]);
  for (const { input, file, format } of BUNDLES) files.set(`extension/${file}`, await bundle(input, format));
  const path = join(FOLDER, 'workflow.vsix');
  writeFileSync(path, createZip(new Map([...files].map(([name, text]) => [name, Buffer.from(text)]))));
  return path;
}

/** @param input A file of the folder. @returns One file that needs nothing but the editor. */
async function bundle(input: string, format: 'cjs' | 'esm'): Promise<string> {
  const made = await rolldown({
    input: join(FOLDER, input),
    cwd: FOLDER,
    platform: 'node',
    external: [...builtinModules, /^node:/, 'vscode'],
  });
  try {
    const { output } = await made.generate({ format, codeSplitting: false, minify: true });
    return output[0].code;
  } finally {
    await made.close();
  }
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['cjs', 'application/javascript'],
  ['mjs', 'application/javascript'],
  ['vsixmanifest', 'text/xml'],
]
  .map(([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`)
  .join('')}</Types>
`;

/** The list that the marketplace and VS Code read first. */
function listOf({
  name,
  displayName,
  description,
  version,
  publisher,
  engines,
  categories,
  keywords,
}: Manifest): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Tags>${keywords.join(',')}</Tags>
    <Categories>${categories.join(',')}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

if (import.meta.main) console.log(await buildExtension());
