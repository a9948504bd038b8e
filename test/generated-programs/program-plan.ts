/** The plan of a random program, as data that fast-check can make smaller. */
import * as fc from '../fast-check.ts';
import { NESTED_FORMS, NESTED_PLACES, type NestedForm, type NestedPlace } from './nested-steps.ts';
import { SET_UPS } from './set-ups.ts';
import { STEP_FILE_FORMS, type StepFileForm } from './step-files.ts';
import { STEP_FORMS, type StepForm } from './step-forms.ts';
import { BODIES, type BodyKind, PARAMETERS, type ParameterKind } from './step-text.ts';
import { type Captured, CAPTURES } from './captured-names.ts';
import { WORKFLOW_FORMS, type WorkflowForm } from './workflow-forms.ts';

export interface ProgramPlan {
  header: Header;
  style: Style;
  steps: StepPlan[];
  /** Steps of another file, which begins with 'use step'. */
  fileSteps: FileStepPlan[];
  workflows: WorkflowPlan[];
  /** The code that runs when the modules load, by its names in `SET_UPS`. */
  setUps: string[];
}

/** The text before the first import. */
export type Header = (typeof HEADERS)[number];
const HEADERS = [
  '',
  '#!/usr/bin/env node',
  "'use strict';",
  '"use server";',
  '// a comment',
  '\uFEFF',
  'use workflow',
] as const;

export interface Style {
  quote: "'" | '"';
  lineEnd: '\n' | '\r\n' | ' ';
  semicolons: boolean;
}

/** A step of the module. */
export interface StepPlan {
  name: string;
  form: StepForm;
  parameters: ParameterKind;
  body: BodyKind;
}

export interface FileStepPlan extends Omit<StepPlan, 'form'> {
  form: StepFileForm;
}

export interface WorkflowPlan {
  name: string;
  form: WorkflowForm;
  statements: StatementPlan[];
}

export type StatementPlan = CallPlan | NestedPlan;

/** A call of a step of the module. */
export interface CallPlan {
  kind: 'call';
  /** Which step; counted around. */
  step: number;
  around: Around;
}

export type Around = (typeof AROUND)[number];
const AROUND = ['nothing', 'all', 'loop', 'try', 'finally', 'switch', 'helper', 'race', 'map'] as const;

/** A step inside the workflow, and its call. */
export interface NestedPlan {
  kind: 'nested';
  name: string;
  form: NestedForm;
  place: NestedPlace;
  captures: Captured[];
}

/**
 * Names that generated code would like to have itself, names of several alphabets, and some that are words of the
 * language.
 */
const NAMES = [
  'step',
  'closure',
  'args',
  'self',
  'stepProxy',
  'registerStep',
  'defaultExport',
  'größe',
  '$',
  '_x',
  'of',
  'get',
  'async',
];
const name = fc.constantFrom(...NAMES);

const step: fc.Arbitrary<StepPlan> = fc.record({
  name,
  form: fc.constantFrom(...STEP_FORMS),
  parameters: fc.constantFrom(...PARAMETERS),
  body: fc.constantFrom(...BODIES),
});

const fileStep: fc.Arbitrary<FileStepPlan> = fc.record({
  name,
  form: fc.constantFrom(...STEP_FILE_FORMS),
  parameters: fc.constantFrom(...PARAMETERS),
  body: fc.constantFrom(...BODIES),
});

const statement: fc.Arbitrary<StatementPlan> = fc.oneof(
  fc.record({ kind: fc.constant('call' as const), step: fc.nat(9), around: fc.constantFrom(...AROUND) }),
  fc.record({
    kind: fc.constant('nested' as const),
    name,
    form: fc.constantFrom(...NESTED_FORMS),
    place: fc.constantFrom(...NESTED_PLACES),
    captures: fc.uniqueArray(fc.constantFrom(...CAPTURES), { maxLength: 4 }),
  }),
);

const workflow: fc.Arbitrary<WorkflowPlan> = fc.record({
  name,
  form: fc.constantFrom(...WORKFLOW_FORMS),
  statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
});

/** Random programs, all of which are legal. */
export const programPlans: fc.Arbitrary<ProgramPlan> = fc.record({
  header: fc.constantFrom(...HEADERS),
  style: fc.record({
    quote: fc.constantFrom("'" as const, '"' as const),
    lineEnd: fc.constantFrom('\n' as const, '\r\n' as const, ' ' as const),
    semicolons: fc.boolean(),
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  fileSteps: fc.array(fileStep, { maxLength: 2 }),
  workflows: fc.array(workflow, { minLength: 1, maxLength: 3 }),
  setUps: fc.array(fc.constantFrom(...SET_UPS), { maxLength: 3 }),
});
