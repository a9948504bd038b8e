import { next } from './state.js';

export { next };

export async function nextInPackage() {
  'use step';
  return next();
}
