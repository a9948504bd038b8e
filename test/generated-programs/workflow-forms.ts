/** Every way to write a workflow. */

/** A workflow in the module. */
export interface WrittenWorkflow {
  code: string;
  /** The path to it among the exports. */
  path: string;
}

const parameters = 'base: number';
const arrow = (body: string): string => `async (${parameters}) => ${body}`;
const expression = (body: string, name = ''): string => `async function ${name}(${parameters}) ${body}`;

type Write = (name: string, body: string) => WrittenWorkflow;

const FORMS = {
  declaration: (name, body) => ({ code: `export ${expression(body, name)}`, path: name }),
  arrow: (name, body) => ({ code: `export const ${name} = ${arrow(body)};`, path: name }),
  expression: (name, body) => ({ code: `export const ${name} = ${expression(body)};`, path: name }),
  namedExpression: (name, body) => ({ code: `export const ${name} = ${expression(body, 'inner')};`, path: name }),
  exportedLater: (name, body) => ({ code: `${expression(body, name)} export { ${name} };`, path: name }),
  renamed: (name, body) => ({
    code: `const ${name} = ${arrow(body)}; export { ${name} as renamed${name} };`,
    path: `renamed${name}`,
  }),
  asserted: (name, body) => ({ code: `export const ${name} = (${arrow(body)}) as any;`, path: name }),
  overloaded: (name, body) => ({
    code: `export function ${name}(${parameters}): Promise<unknown[]>; export ${expression(body, name)}`,
    path: name,
  }),
} satisfies Record<string, Write>;

/** Forms of which a file can have one. */
const ONCE = {
  defaultDeclaration: (name, body) => ({ code: `export default ${expression(body, name)}`, path: 'default' }),
  defaultAnonymous: (_, body) => ({ code: `export default ${expression(body)}`, path: 'default' }),
  defaultArrow: (_, body) => ({ code: `export default ${arrow(body)};`, path: 'default' }),
  defaultLater: (name, body) => ({
    code: `const ${name} = ${arrow(body)}; export { ${name} as default };`,
    path: 'default',
  }),
} satisfies Record<string, Write>;

/** Forms that a file with 'use workflow' at its top may not have. */
const OWN_DIRECTIVE_ONLY = {
  inObject: (name, body) => ({ code: `export const ${name} = { run: ${arrow(body)} };`, path: `${name}.run` }),
} satisfies Record<string, Write>;

const ALL = { ...FORMS, ...ONCE, ...OWN_DIRECTIVE_ONLY };

export type WorkflowForm = keyof typeof ALL;
export const WORKFLOW_FORMS = Object.keys(ALL) as WorkflowForm[];

interface WorkflowPlace {
  body: string;
  /** The directive of the file marks it. */
  byFile: boolean;
  isFirst: boolean;
}

/** Writes a workflow; where its form is not possible, as an arrow. */
export function writeWorkflow(
  form: WorkflowForm,
  name: string,
  { body, byFile, isFirst }: WorkflowPlace,
): WrittenWorkflow {
  const isPossible = !(byFile && form in OWN_DIRECTIVE_ONLY) && (isFirst || !(form in ONCE));
  return ALL[isPossible ? form : 'arrow'](name, `{ ${byFile ? '' : "'use workflow'; "}${body} }`);
}
