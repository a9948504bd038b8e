import { EOL } from 'node:os';

class Settings {
  static #level = 1;
  static get level(): Promise<number> {
    'use step';
    return Promise.resolve(Settings.#level + EOL.length);
  }
  static get plain() {
    return 'plain';
  }
  static set plain(_value: string) {}
}

export async function flow() {
  'use workflow';
  return [await Settings.level, Settings.plain];
}
