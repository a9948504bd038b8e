import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//chosen", undefined, chosen); const step$2 = /* @__PURE__ */ stepProxy("step//./input//prepared", undefined, prepared, undefined, 1); registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';



async function chosen(...args) { return step$1(...args); }

function shared({ stepNumber }: { stepNumber: number }) {
  return { model: stepProxy("step//./input//shared/model", () => ({ stepNumber })) };
}

async function prepared(...args) { return step$2(...args); }

export async function answer(name: string) {
  
  const list = [
    new DurableAgent({
      prepareStep: ({ stepNumber }) => (stepNumber > 1 ? {} : { model: stepProxy("step//./input//answer/list/prepareStep/model", () => ({ name, stepNumber })) }),
    }),
    new DurableAgent({
      prepareStep({ stepNumber }) {
        if (stepNumber === 0) return { model: stepProxy("step//./input//answer/list/prepareStep/model~2") };
        if (stepNumber === 1) return { model: chosen };
        return { model: stepProxy("step//./input//answer/list/prepareStep/model~3") };
      },
    }),
    new DurableAgent({ prepareStep: shared }),
    new DurableAgent({ prepareStep: () => ({ model: 'gateway/text' }) }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  told.push(await list[3]!.stream({ prepareStep: ({ stepNumber }) => ({ model: stepProxy("step//./input//answer/prepareStep/model", () => ({ stepNumber })) }) }));
  return [told, typeof prepared];
}
