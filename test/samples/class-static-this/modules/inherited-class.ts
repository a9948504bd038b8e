import { EOL } from 'node:os';

export class Shared {
  static label = 'shared';
  static async describe() {
    'use step';
    return this.label + EOL.length;
  }
}
