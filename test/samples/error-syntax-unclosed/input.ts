export async function flow() {
  'use workflow';
  if (true) {
