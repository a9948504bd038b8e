const step = async () => {
  'use step';
};
module.exports.step = step;
