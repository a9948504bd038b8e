import { hostname } from 'node:os';

const host = async () => {
  'use step';
  return typeof hostname();
};

export default async function flow() {
  'use workflow';
  return host();
}
