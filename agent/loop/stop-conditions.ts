/** When an agent ends its answer though the model would go on. */
import type { StopCondition } from '../contract/options.ts';
import type { StepResult } from '../contract/results.ts';

/** After so many calls of the model. */
export const stepCountIs =
  (count: number): StopCondition =>
  ({ steps }) =>
    steps.length >= count;

/** After a step that called one of these tools. */
export const hasToolCall =
  (...toolNames: string[]): StopCondition =>
  ({ steps }) =>
    steps.at(-1)?.toolCalls.some(({ toolName }) => toolNames.includes(toolName)) ?? false;

/** Whether one of the conditions is met; each is asked. */
export async function isStopMet(
  conditions: StopCondition | StopCondition[] | undefined,
  steps: StepResult[],
): Promise<boolean> {
  const all = conditions === undefined ? [] : Array.isArray(conditions) ? conditions : [conditions];
  const answers = await Promise.all(all.map(async (condition) => await condition({ steps })));
  return answers.some(Boolean);
}
