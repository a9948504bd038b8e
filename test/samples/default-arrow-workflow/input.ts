import { hostname } from 'node:os';

async function host() {
  'use step';
  return typeof hostname();
}

export default async () => {
  'use workflow';
  return host();
};
