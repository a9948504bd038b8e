const { EOL } = require('node:os');

async function flow() {
  'use workflow';
  return EOL;
}

module.exports = { flow };
