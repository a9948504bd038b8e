/** A file of the application that only steps use. */
export function compose(salutation: string, name: string): string {
  return `${salutation}, ${name}!`;
}

class Refusal extends Error {}

export function refuse(name: string): never {
  const text: string = compose('Sorry', name);
  throw new Refusal(text);
}
