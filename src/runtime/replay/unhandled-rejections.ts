/**
 * A promise that workflow code leaves rejected for a while is no reason to end the server: whether anybody awaits it is
 * known only when the run ends. Node reports such promises like any other, so they are told apart here by their realm.
 */
const realmPromises = new WeakSet<object>();
let listening = false;

/** Keeps rejections of promises with this prototype from ending the process; all others act as before. */
export function tolerateRejectionsOf(promisePrototype: object): void {
  realmPromises.add(promisePrototype);
  if (listening) return;
  listening = true;
  process.on('unhandledRejection', (reason, promise) => {
    if (realmPromises.has(Object.getPrototypeOf(promise) as object)) return;
    // With no other listener Node would have ended the process; throwing here does the same, with the same message.
    if (process.listenerCount('unhandledRejection') === 1) throw reason;
  });
}
