/** Explanations of the errors of the dashboard. */
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';
import { dashboardError } from '../server/messages.ts';

/** The errors of `workflow/dashboard`. */
export const dashboardArea: Area = {
  title: 'The dashboard',
  about: '`createDashboard()` of `workflow/dashboard`, and its page.',
  errors: explainCatalogue(dashboardError, {
    dashboard_option_invalid: {
      sample: { option: 'basePath', expected: 'a path such as "/_workflow"', found: 'admin' },
      why: `A dashboard finds its own path in each request, at any depth of the application. A path begins with a
slash and has no slash at its end.`,
      wrong: { 'admin.ts': `export const dashboard = createDashboard({ basePath: 'admin/' });` },
      right: { 'admin.ts': `export const dashboard = createDashboard({ basePath: '/admin' });` },
      see: ['dashboard'],
    },
    dashboard_not_authorized: {
      sample: { login: 'token' },
      why: `Outside of development nobody sees or does anything without permission: that of \`authorize\`, or else of a
token. A session lasts a week, and ends earlier when the token is changed.`,
      wrong: { sh: 'curl https://shop.example.com/_workflow/api/stats' },
      right: { sh: 'npx workflow web --token   # on the server, then sign in on the page' },
      see: ['dashboard'],
    },
    dashboard_foreign: {
      why: `A page of another site must not act with the session of somebody who has signed in. So only requests of the
dashboard's own page are answered.`,
      wrong: { sh: 'curl -X POST https://shop.example.com/_workflow/api/cancel' },
      right: {
        sh: code`
          curl -X POST https://shop.example.com/.well-known/workflow/v1/operations/cancel \\
            -H 'Authorization: Bearer …' -H 'Content-Type: application/json' -d '{"runId":"wrun_…"}'
        `,
      },
      see: ['dashboard', 'operations'],
    },
  }),
};
