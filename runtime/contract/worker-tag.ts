/** Names for kinds of workers: `fn.worker` asks for one, `WORKFLOW_WORKER_TAGS` gives them. */

/** Whether a text may be such a name: up to 64 letters, digits, `-`, `_` and `.`. */
export const isWorkerTag = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);
