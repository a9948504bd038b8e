/** What a project tells of one of its workflows and steps, in words. */
import type { Project } from '../project/project.ts';
import { type DurableFunction, retriesOf, startsOf, stepsOf } from './durable-facts.ts';

const AGENT_OPTION = 'made on a host, by the step that uses it · neither in workflow code nor recorded';

/** A few words, such as `step · retried up to 3 times · its result is recorded`. */
export function describeFunction(project: Project, fn: DurableFunction): string {
  const { form, kind } = fn.directive;
  if (form === 'agent-option') return AGENT_OPTION;
  const facts = kind === 'step' ? stepFacts(project, fn) : workflowFacts(project, fn);
  return [kind, ...facts].join(' · ');
}

function stepFacts(project: Project, fn: DurableFunction): string[] {
  const retries = retriesOf(project, fn);
  const times = retries === null ? 'retried as its options say' : `retried up to ${count(retries, 'time')}`;
  return [retries === 0 ? 'never retried' : times, 'its result is recorded'];
}

function workflowFacts(project: Project, fn: DurableFunction): string[] {
  return [count(stepsOf(project, fn), 'step'), `started in ${count(startsOf(project, fn), 'place')}`];
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
