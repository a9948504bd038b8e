/** Makes a type of another file usable in a file. */
import { dirname, relative, sep } from 'node:path';
import type { TextEdit } from '../findings/finding.ts';
import type { TypeView } from '../project/host.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { addImport } from './import-name.ts';

/** A type by its name, with its import. */
interface ImportedType {
  name: string;
  edit: TextEdit | null;
}

/** The import of a class, interface or enum that another source exports; `null` for other types. */
export function importType(project: Project, file: ProjectFile, type: TypeView): ImportedType | null {
  const named = type.kind === 'array' ? type.parts()[0] : type;
  const from = named?.declaration?.path;
  if (!named || !named.name || !from || from === file.source.path || !isExported(project, from, named.name))
    return null;
  const specifier = specifierFor(file, from);
  return { name: named.name, edit: addImport(file, specifier, { specifier: named.name, isType: true }) };
}

function isExported(project: Project, path: string, name: string): boolean {
  const code = project.text(path)?.code ?? '';
  return new RegExp(`^export\\s+(?:abstract\\s+)?(?:class|interface|enum)\\s+${name}\\b`, 'm').test(code);
}

/** As the other relative imports of the file are written: with an ending, or without. */
function specifierFor({ source }: ProjectFile, path: string): string {
  const target = relative(dirname(source.path), path).split(sep).join('/');
  const written = target.startsWith('.') ? target : `./${target}`;
  const ending = /\bfrom\s*['"]\.{1,2}\/[^'"]*?(\.[cm]?[jt]sx?)?['"]/.exec(source.code)?.[1];
  const base = written.replace(/\.[cm]?tsx?$/, '');
  if (ending === undefined) return base;
  return /ts/.test(ending) ? written : `${base}${ending}`;
}
