import { defineHandler } from 'nitro';

/** What there is to try. */
export default defineHandler(
  ({ url }) => `An order that survives a crash.

  curl ${url.origin}/orders --json '{ "customer": "Ada", "item": "teapot", "quantity": 2, "amount": 49 }'
  curl ${url.origin}/orders/<runId>
  curl -N ${url.origin}/orders/<runId>/progress
  curl ${url.origin}/orders/<runId>/ledger
  curl -X DELETE ${url.origin}/orders/<runId>

The progress of an order names the address at which it waits for its approval:

  curl <address> --json '{ "approved": true, "by": "Grace" }'
`,
);
