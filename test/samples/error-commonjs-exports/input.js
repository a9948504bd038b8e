exports.flow = async function flow() {
  'use workflow';
};
