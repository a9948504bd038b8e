/** The error of code for browsers, in a catalogue of its own: pages get no other texts. */
import { defineErrors } from './errors.ts';

/** Makes the error. */
export const browserError = defineErrors({
  context_in_browser: {
    message: (p: { name: string }) => `${p.name}() was called in a browser.`,
    fix: () => 'call it on the server, such as in a route that the page asks.',
  },
});
