import { once } from './once.js';

export const state = once('route');
export class Denied extends Error {}
