import { EventEmitter } from 'node:events';
import * as crypto from 'node:crypto';

class Bus extends EventEmitter {}
const bus = new Bus();
const id = crypto.randomUUID();
namespace Crypto {
  export const hash = (text: string) => crypto.createHash('sha1').update(text).digest('hex').length;
}

const emit = async (name: string) => {
  'use step';
  return [bus.emit(name), id.length, Crypto.hash(name)];
};

export async function flow() {
  'use workflow';
  return emit('x');
}
