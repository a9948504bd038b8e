import { EOL } from 'node:os';

export class Text {
  static async size(text: string): Promise<number>;
  static async size(list: readonly string[]): Promise<number>;
  static async size(value: string | readonly string[]): Promise<number> {
    'use step';
    return value.length + EOL.length;
  }
  public static override?: string;
  protected static async hidden<T>(this: void, value: T): Promise<T> {
    'use step';
    return value;
  }
  static all() {
    return [Text.size('abc'), Text.size(['a']), Text.hidden(5)];
  }
}

export async function flow() {
  'use workflow';
  return Promise.all(Text.all());
}
