import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const echo = /* @__PURE__ */ stepProxy("step//./input//echo", undefined, undefined, undefined, 1);

export async function flow() {
  
  const shared = { n: 1 };
  const [copy] = await echo({ a: shared, b: shared });
  return [
    await echo(new Map([[{ k: 1 }, new Set([undefined, null])]])),
    await echo([, 1, , -0, NaN, Infinity, 10n]),
    await echo(new Date(5)),
    await echo(/a\/b/gi),
    await echo(new Float64Array([1.5])),
    String((await echo(new Error('e', { cause: new TypeError('c') })))[0].cause),
    await echo(new URL('https://a.b/c?d')),
    copy.a === copy.b,
  ];
}
