import { EOL } from 'node:os';

type Run = () => Promise<string>;
let missing: Run | undefined;
missing ??= async () => {
  'use step';
  return `missing ${EOL.length}`;
};
let either: Run | undefined;
either ||= async function () {
  'use step';
  return `either ${EOL.length}`;
};
let both: Run = async () => 'plain';
both &&= async () => {
  'use step';
  return `both ${EOL.length}`;
};
const given: Record<string, Run> = {};
const fallback = given['none'] ?? (async () => {
  'use step';
  return `fallback ${EOL.length}`;
});
(given as Record<string, Run>)['quoted'] = async () => {
  'use step';
  return `quoted ${EOL.length}`;
};
[given['first'] = async () => {
  'use step';
  return `first ${EOL.length}`;
}] = [undefined as unknown as Run];

export async function flow() {
  'use workflow';
  return [await missing!(), await either!(), await both(), await fallback(), await given['quoted']!(), await given['first']!()];
}
