/** A file of the application that only steps use. */
export function compose(salutation: string, name: string): string {
  return `${salutation}, ${name}!`;
}
