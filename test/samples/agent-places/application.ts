import { registerClosure, registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//support/model", closure); registerClosure("step//./input//createAgent/model", closure$1); registerClosure("step//./input//createAgents/first/model", closure$2); registerClosure("step//./input//createAgents/second/model", closure$3); registerClosure("step//./input//Team.lead/model", closure$4); registerClosure("step//./input//Team#helper/model", closure$5); registerClosure("step//./input//Team#member/model", closure$6); registerStep("step//./input//onHost", onHost); markWorkflow("workflow//./input//answer", answer); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export const support = new DurableAgent({ model: openai('at module level') });

const createAgent = (id: string) => new DurableAgent({ model: openai(id) });

function createAgents() {
  return {
    first: new DurableAgent({ model: openai('first') }),
    second: new DurableAgent({ model: () => openai('second') }),
  };
}

class Team {
  static lead = new DurableAgent({ model: openai('static') });
  readonly name: string;
  helper = new DurableAgent({ model: openai('field') });
  constructor(name: string) {
    this.name = name;
  }
  member() {
    return new DurableAgent({ model: openai(`method of ${this.constructor.name}`.slice(0, 9)) });
  }
}

async function onHost() {
  
  const agent = new DurableAgent({ model: openai('on a host') });
  const other = { stream: async (options: { experimental_transform: string[] }) => options };
  const { experimental_transform: kept } = await other.stream({ experimental_transform: [openai('kept').id] });
  return [await agent.stream(), kept];
}

export async function answer() { return calledDirectly("workflow//./input//answer"); }

/** Of the application, where nothing is an agent: it may do what no step could. */
export async function countTransforms() {
  let count = 0;
  const other = { stream: async (options: { experimental_transform: () => number }) => options.experimental_transform() };
  await other.stream({ experimental_transform: () => (count += 1) });
  return count;
}

function closure() { return () => (openai('at module level')); }

function closure$1({ id }) { return () => (openai(id)); }

function closure$2() { return () => (openai('first')); }

function closure$3() { return () => (() => openai('second')); }

function closure$4() { return () => (openai('static')); }

function closure$5() { return () => (openai('field')); }

function closure$6({ this: self }) { return (function () { return () => (openai(`method of ${this.constructor.name}`.slice(0, 9))); }).call(self); }
