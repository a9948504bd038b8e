import { createAgent, support } from './agents';

export async function answer() {
  'use workflow';
  return [await support.stream(), await createAgent('helper').stream()];
}
