import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';




export async function answer(delay: number) {
  
  const agent = new DurableAgent({
    model: stepProxy("step//./input//answer/agent/model"),
    experimental_transform: stepProxy("step//./input//answer/agent/experimental_transform", ((captured) => () => captured)({ delay })),
    experimental_download: stepProxy("step//./input//answer/agent/experimental_download"),
  });
  const own = undefined;
  return [
    await agent.stream(),
    await agent.stream({ prompt: 'call', experimental_transform: stepProxy("step//./input//answer/experimental_transform") }),
    await agent.stream({ prompt: 'list', experimental_transform: stepProxy("step//./input//answer/experimental_transform~2", ((captured) => () => captured)({ delay })) }),
    await agent.stream({ prompt: 'name', experimental_transform: stepProxy("step//./input//answer/experimental_transform~3"), experimental_download: stepProxy("step//./input//answer/experimental_download") }),
    await agent.stream({
      prompt: 'function',
      experimental_transform: stepProxy("step//./input//answer/experimental_transform~4", () => ({ delay })),
      experimental_download: stepProxy("step//./input//answer/experimental_download~2"),
    }),
    await new DurableAgent({ model: 'openai/gpt-5' }).stream({ experimental_transform: stepProxy("step//./input//answer/experimental_transform~5", () => ({ delay })) }),
    await (agent as typeof agent | null)?.stream({ experimental_transform: stepProxy("step//./input//answer/experimental_transform~6") }),
  ];
}
