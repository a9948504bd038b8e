/** The parameters of a step that is made of code: the captured names, with types that the top level knows. */
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, child, text, unwrap } from '../../../compiler/ast.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { TypeView } from '../project/host.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { importType } from './import-type.ts';
import type { SelectionNames } from './selection.ts';
import { textOf } from './text-edits.ts';

/** Parameters as they are written, and the imports that their types need. */
interface StepParameters {
  /** `<T extends object>`, when a parameter has a type of the workflow's own; otherwise empty. */
  typeParameters: string;
  parameters: string[];
  edits: TextEdit[];
}

/** In JavaScript, and where TypeScript says nothing, the parameters have no types. */
export function stepParameters(
  project: Project,
  file: ProjectFile,
  { workflow, names: { taken } }: { workflow: Node; names: SelectionNames },
): StepParameters {
  const names = taken.map(({ binding }) => binding.name);
  if (!/\.[cm]?tsx?$/.test(file.source.path)) return { typeParameters: '', parameters: names, edits: [] };
  const generic = readTypeParameters(file, workflow);
  const questions = taken.map(({ use }) => ({ span: use.node.span, of: 'expression' as const }));
  const types = project.types?.types(file.source.path, questions) ?? [];
  const edits: TextEdit[] = [];
  const parameters = taken.map(({ binding }, index) => {
    const known = { binding, type: types[index] ?? null, own: generic.names, edits };
    return `${binding.name}: ${writeType(project, file, known)}`;
  });
  const isGeneric = generic.names.some((name) => parameters.some((written) => hasName(written, name)));
  return { typeParameters: isGeneric ? generic.text : '', parameters, edits };
}

function hasName(type: string, name: string): boolean {
  return new RegExp(`(?<![.\\w$])${escaped(name)}(?![\\w$])`).test(type);
}

const TYPE_LENGTH_MAX = 100;

interface Captured {
  binding: Binding;
  type: TypeView | null;
  /** The type parameters of the workflow, which the step gets as well. */
  own: readonly string[];
  /** Imports are added here. */
  edits: TextEdit[];
}

/** In this order: TypeScript's own words, the annotation in the source, the result of the call that made the value. */
function writeType(project: Project, file: ProjectFile, { binding, type, own, edits }: Captured): string {
  const printed = type?.text ?? '';
  if (isWritable(printed) && isKnown(file, printed, own)) return printed;
  const imported = type && isWritable(printed) ? importType(project, file, type) : null;
  if (imported && isKnown(file, printed, [...own, imported.name])) {
    if (imported.edit && !edits.some((edit) => edit.text === imported.edit!.text)) edits.push(imported.edit);
    return printed;
  }
  const annotation = annotationOf(file, binding);
  if (annotation !== null && isKnown(file, annotation, own)) return annotation;
  // Whatever it is, the code inside stays as it was.
  return resultType(file, binding) ?? 'any';
}

function isWritable(type: string): boolean {
  return type !== '' && type.length <= TYPE_LENGTH_MAX && !/\.\.\.|import\(|unique symbol|\btypeof\b/.test(type);
}

const KEYWORDS = new Set(
  (
    'any unknown never void undefined null string number boolean bigint symbol object true false readonly keyof in is ' +
    'infer extends typeof unique asserts new abstract'
  ).split(' '),
);

/** Types that every project has: those of the language, and those that servers and browsers share. */
const EVERYWHERE = new Set(
  (
    'Array ReadonlyArray Promise PromiseLike Map ReadonlyMap Set ReadonlySet WeakMap WeakSet Date RegExp Error Record ' +
    'Partial Required Readonly Pick Omit Exclude Extract NonNullable Awaited ReturnType Parameters Iterable Iterator ' +
    'AsyncIterable AsyncIterator Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array ' +
    'Float64Array BigInt64Array BigUint64Array ArrayBuffer ArrayBufferLike DataView URL URLSearchParams Request ' +
    'Response Headers FormData Blob File ReadableStream WritableStream AbortSignal'
  ).split(' '),
);

/** Whether every name in a type is one of these, or means something at the top level of the file. */
function isKnown(file: ProjectFile, type: string, others: readonly string[]): boolean {
  const plain = type.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
  if (plain.includes('`')) return false;
  // A name before a colon is a member or a parameter; one behind a dot belongs to the name before it.
  const names = plain.match(/(?<![.\w$])[A-Za-z_$][\w$]*(?!\s*\??:|[\w$])/g) ?? [];
  return names.every(
    (name) => KEYWORDS.has(name) || others.includes(name) || isDeclared(file, name) || EVERYWHERE.has(name),
  );
}

/** Whether a type is declared or imported at the top level. Trees of types differ between parsers, texts do not. */
function isDeclared({ bindings, source: { code } }: ProjectFile, name: string): boolean {
  if (bindings.root.bindings.has(name)) return true;
  const declared = new RegExp(
    `^(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:interface|type)\\s+${escaped(name)}\\b`,
    'm',
  );
  const imported = new RegExp(
    `^import\\b[^;'"]*(?<![\\w$])${escaped(name)}(?![\\w$])(?!\\s+as\\b)[^;'"]*\\bfrom\\b`,
    'm',
  );
  return declared.test(code) || imported.test(code);
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}

/** The type that is written at the declaration of a name; `null`: none, or for a whole pattern. */
function annotationOf(file: ProjectFile, { declarations }: Binding): string | null {
  const [declaration] = declarations;
  const name = declaration && (child(declaration, 'pat') ?? child(declaration, 'id') ?? declaration);
  const annotation = name?.type === 'Identifier' ? child(name, 'typeAnnotation') : null;
  const type = annotation && (child(annotation, 'typeAnnotation') ?? annotation);
  return type ? textOf(file, type.span).replace(/^\s*:\s*/, '') : null;
}

/** `Awaited<ReturnType<typeof load>>` for `const x = await load(…)`. */
function resultType(file: ProjectFile, { declarations }: Binding): string | null {
  const [declarator] = declarations;
  if (declarator?.type !== 'VariableDeclarator' || child(declarator, 'id')?.type !== 'Identifier') return null;
  const init = child(declarator, 'init');
  const value = init && unwrap(init);
  const call = value?.type === 'AwaitExpression' ? unwrap(child(value, 'argument')!) : value;
  const callee: Node | null = call?.type === 'CallExpression' ? child(call, 'callee') : null;
  if (callee?.type !== 'Identifier' || !file.bindings.root.bindings.has(text(callee))) return null;
  const result = `ReturnType<typeof ${text(callee)}>`;
  return value === call ? result : `Awaited<${result}>`;
}

/** The type parameters of a function, from its text: the trees of both parsers have none. */
function readTypeParameters({ source }: ProjectFile, fn: Node): { text: string; names: string[] } {
  const none = { text: '', names: [] };
  const head = source.code.slice(fn.span.start, child(fn, 'body')?.span.start ?? fn.span.start);
  const open = /^[^(<]*</.exec(head)?.[0].length ?? 0;
  if (open === 0) return none;
  let depth = 1;
  let end = open;
  const names: string[] = [];
  let item = '';
  for (; depth > 0 && end < head.length; end++) {
    const letter = head[end]!;
    if (/[<({[]/.test(letter)) depth++;
    if (/[>)}\]]/.test(letter) && head[end - 1] !== '=') depth--;
    const isNext = depth === 0 || (depth === 1 && letter === ',');
    if (!isNext) item += letter;
    else names.push(/^\s*(?:const\s+)?([\w$]+)/.exec(item)?.[1] ?? '');
    if (isNext) item = '';
  }
  return depth === 0 ? { text: head.slice(open - 1, end), names: names.filter(Boolean) } : none;
}
