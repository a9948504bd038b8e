/** Failures of the user's code, as a developer reads them in a terminal. */
import { styleText } from 'node:util';
import { nameOf } from '../contract/ids.ts';
import type { LabelFailure, RunFailure, StepFailure } from './reporter.ts';
import type { ErrorFacts } from './error-facts.ts';

const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stderr });

/** The text of a message about a failure; `null` for any other message. */
export function readableFailure(event: string, details: object): string | null {
  if (event === 'step_failed') return describeAttempt(details as StepFailure);
  if (event === 'step_label_failed') return describeLabel(details as LabelFailure);
  return event === 'run_failed' ? describeRun(details as RunFailure) : null;
}

function describeAttempt(failure: StepFailure): string {
  const { stepName, attempt, attempts, retryInMs, retryAfterProblem, error, ...run } = failure;
  const which = attempts === null ? `attempt ${attempt}` : `attempt ${attempt} of ${attempts}`;
  const next = retryInMs === null ? 'the workflow gets the error' : `it is tried again ${describeDelay(retryInMs)}`;
  const head = paint(retryInMs === null ? 'red' : 'yellow', `Step "${nameOf(stepName)}" failed, ${which}: ${next}.`);
  // In between it is as a rule the same error again.
  const isInBetween = attempt > 1 && retryInMs !== null;
  const problem = retryAfterProblem === undefined ? '' : `Its retryAfter does not count: ${retryAfterProblem}\n`;
  return `${head} ${describePlace(run)}\n${indent(problem + (isInBetween ? onOneLine(error) : wholeOf(error)))}`;
}

function describeLabel({ stepName, error, ...run }: LabelFailure): string {
  const head = paint('yellow', `The label of step "${nameOf(stepName)}" failed: its calls have none.`);
  return `${head} ${describePlace(run)}\n${indent(onOneLine(error))}`;
}

/** The stack of a step's error was printed with its last attempt. */
function describeRun({ stepName, error, ...run }: RunFailure): string {
  const head = paint('red', `Workflow "${nameOf(run.workflowName ?? '')}" failed.`);
  const by = stepName === null ? '' : ` (from the step "${nameOf(stepName)}")`;
  const text = stepName === null ? wholeOf(error) : nameAndMessage(error) + by;
  return `${head} ${paint('dim', run.runId)}\n${indent(text)}`;
}

const describePlace = ({ workflowName, runId }: Pick<RunFailure, 'workflowName' | 'runId'>): string =>
  paint('dim', `${nameOf(workflowName ?? '')} ${runId}`);

const nameAndMessage = ({ name, message }: ErrorFacts): string => (message === '' ? name : `${name}: ${message}`);

const wholeOf = (error: ErrorFacts): string => error.stack ?? nameAndMessage(error);

const onOneLine = (error: ErrorFacts): string =>
  error.at === null ? nameAndMessage(error) : `${nameAndMessage(error)} (${error.at})`;

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

function describeDelay(ms: number): string {
  if (ms < 500) return 'at once';
  const [amount, unit] = UNITS.map(([length, name]) => [Math.round(ms / length), name] as const).findLast(
    ([count]) => count >= 1,
  )!;
  return `in ${amount} ${unit}`;
}

const UNITS = [
  [1_000, 's'],
  [60_000, 'min'],
  [3_600_000, 'h'],
  [86_400_000, 'd'],
] as const;
