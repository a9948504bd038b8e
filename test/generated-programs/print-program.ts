/** Makes source text of a planned program. */
import type { SampleCall } from '../sample-program.ts';
import { AROUND_NESTED, nestedBody } from './captured-names.ts';
import { writeNestedStep } from './nested-steps.ts';
import type { Around, CallPlan, ProgramPlan, StatementPlan, Style, WorkflowPlan } from './program-plan.ts';
import { writeSetUps } from './set-ups.ts';
import { STEP_FILE, stepFileText, writeFileStep } from './step-files.ts';
import { type WrittenStep, writeStep } from './step-forms.ts';
import { MODULE_CODE, type StepText, stepText } from './step-text.ts';
import { type WrittenWorkflow, writeWorkflow } from './workflow-forms.ts';

/** A program, and how to start its workflows. */
export interface GeneratedProgram {
  code: string;
  /** The text of the module './steps'. */
  stepFile: string;
  /** The texts of other modules, by their names. */
  modules: Record<string, string>;
  calls: SampleCall[];
}

interface CallableStep extends WrittenStep {
  pass: StepText['pass'];
}

/** The same plan always gives the same text. */
export function printProgram({ fileSteps, header, setUps, style, steps, workflows }: ProgramPlan): GeneratedProgram {
  const byFile = header === 'use workflow';
  const written = steps.map(({ body, form, name, parameters }, index): CallableStep => {
    const step = stepText(parameters, body, `step ${index}`);
    // Other exports than workflows are not allowed beside the directive of a file.
    const written = writeStep(form, `${name}${index}`, step);
    return { ...written, pass: step.pass, code: byFile ? written.code.replace(/^export /, '') : written.code };
  });
  const imported = fileSteps.map(({ body, form, name, parameters }, index): CallableStep => {
    const step = stepText(parameters, body, `file step ${index}`);
    return { ...writeFileStep(form, `${name}${index}`, step), pass: step.pass };
  });
  const callable = [...written, ...imported];
  const setUp = writeSetUps(setUps);
  const flows = workflows.map((plan, index) =>
    printWorkflow(plan, { index, byFile, steps: callable, hasState: setUps.length > 0 }),
  );
  const statements = [...written, ...flows].map(({ code }) => code);
  const head = byFile ? "'use workflow';" : header;
  const lines = [head, MODULE_CODE, IMPORT_CODE, setUp.imports, setUp.code, ...statements].filter(
    (line) => line !== '',
  );
  const calls = flows.flatMap(({ path }): SampleCall[] => [
    [path, 1],
    [path, 4],
  ]);
  const stepFile = inStyle(stepFileText(imported), style);
  const { modules } = setUp;
  return { stepFile, modules, code: inStyle(lines.join('\n').replace('\uFEFF\n', '\uFEFF'), style), calls };
}

const IMPORT_CODE = `import * as ${STEP_FILE} from './steps';`;

interface WorkflowContext {
  index: number;
  byFile: boolean;
  steps: readonly CallableStep[];
  /** Whether modules change state when they load. */
  hasState: boolean;
}

function printWorkflow({ form, name, statements }: WorkflowPlan, context: WorkflowContext): WrittenWorkflow {
  const { byFile, hasState, index, steps } = context;
  const inner = statements.map((statement) => printStatement(statement, steps)).join('\n');
  // A value that two steps give is one value in the plain program, and two where it was passed.
  const body = `const results: unknown[] = [];\n${AROUND_NESTED}\n${inner}\n${hasState ? 'results.push(show());\n' : ''}return JSON.parse(JSON.stringify(results));`;
  return writeWorkflow(form, `${name}Flow${index}`, { body, byFile, isFirst: index === 0 });
}

function printStatement(plan: StatementPlan, steps: readonly CallableStep[]): string {
  if (plan.kind === 'call') return printCall(plan, steps);
  const { captures, form, name, place } = plan;
  return `{ ${writeNestedStep(form, place, name, nestedBody(captures))} }`;
}

function printCall({ around, step }: CallPlan, steps: readonly CallableStep[]): string {
  const { callee, isRead, pass } = steps[step % steps.length]!;
  return CALLS[around]((n) => (isRead ? callee : `${callee}(${pass(n)})`));
}

const CALLS: Record<Around, (call: (n: string) => string) => string> = {
  nothing: (call) => `results.push(await ${call('base')});`,
  all: (call) => `results.push(await Promise.all([${call('1')}, ${call('base')}]));`,
  loop: (call) => `for (let i = 0; i < 2; i++) results.push(await ${call('i')});`,
  try: (call) => `try { results.push(await ${call('base')}); } catch (error) { results.push(String(error)); }`,
  finally: (call) => `try { results.push(1); } finally { results.push(await ${call('0')}); }`,
  switch: (call) =>
    `switch (base) { case 1: results.push(await ${call('2')}); break; default: results.push(await ${call('3')}); }`,
  helper: (call) => `{ const call = async (n: number) => ${call('n')}; results.push(await call(2)); }`,
  race: (call) => `results.push(await Promise.race([${call('1')}]));`,
  map: (call) => `results.push(...(await Promise.all([1, 2].map((n) => ${call('n')}))));`,
};

/** Rewrites quotes, semicolons and ends of lines. */
function inStyle(code: string, { lineEnd, quote, semicolons }: Style): string {
  const quoted = code.replaceAll(/'(use (?:step|workflow))'/g, `${quote}$1${quote}`);
  if (lineEnd === ' ') return onOneLine(quoted);
  return (semicolons ? quoted : withoutSemicolons(quoted)).replaceAll('\n', lineEnd);
}

function withoutSemicolons(code: string): string {
  return code.replaceAll(/(use (?:step|workflow)['"]); /g, '$1\n').replaceAll(/;$/gm, '');
}

/** A comment or hashbang at the start keeps its line. */
function onOneLine(code: string): string {
  const [, head = '', rest = ''] = /^((?:#!|\/\/).*\n)?([^]*)$/.exec(code)!;
  return head + rest.replaceAll('\n', ' ');
}
