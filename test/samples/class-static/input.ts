import { EOL } from 'node:os';

export class Mailer {
  static sender = 'me';
  static async send(to: string) {
    'use step';
    return `${this.sender} to ${to} ${EOL.length}`;
  }
  static async #hidden(to: string) {
    'use step';
    return `hidden ${to} ${EOL.length}`;
  }
  static async 'other-name'() {
    'use step';
    return EOL.length;
  }
  static run = async (n: number) => {
    'use step';
    return n + EOL.length;
  };
  static async both(to: string) {
    return [await Mailer.send(to), await Mailer.#hidden(to), await Mailer['other-name'](), await Mailer.run(1)];
  }
}

export async function mail(to: string) {
  'use workflow';
  return Mailer.both(to);
}
