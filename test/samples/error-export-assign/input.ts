async function flow() {
  'use workflow';
}
export = flow;
