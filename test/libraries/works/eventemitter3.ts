import EventEmitter from 'eventemitter3';
import mitt from 'mitt';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const emitter = new EventEmitter();
  const bus = mitt<{ paid: number }>();
  const seen: unknown[] = [];
  emitter.once('paid', (amount) => seen.push(amount));
  bus.on('*', (type, amount) => seen.push([type, amount]));
  emitter.emit('paid', await echo(3));
  emitter.emit('paid', 4);
  bus.emit('paid', 5);
  return seen;
}
