/** The errors of the dashboard. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes an error of the dashboard. */
export const dashboardError = defineErrors({
  dashboard_option_invalid: {
    message: (p: { option: string; expected: string; found: string }) =>
      `createDashboard() takes as \`${p.option}\` ${p.expected}, but got ${p.found}.`,
    fix: (p) => `correct \`${p.option}\`, or leave it out.`,
  },
  dashboard_not_authorized: {
    message: () => 'Nobody who may use this dashboard has asked.',
    fix: (p: { login: 'token' | null }) =>
      p.login === null
        ? 'sign in to the application with an account that `authorize` of createDashboard() lets in.'
        : 'sign in with the token that `npx workflow web --token` prints on the server.',
  },
  dashboard_foreign: {
    message: () => 'The request was not sent by the page of the dashboard.',
    fix: () => 'open the dashboard itself; programs use the operations over HTTP.',
  },
});
