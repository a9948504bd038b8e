async function one() {
  'USE STEP';
}
async function two() {
  'use  step';
}
async function three() {
  'use workflows';
}
async function four() {
  'user step';
}
async function five() {
  'use_workflow';
}
async function six() {
  'use step;';
}
async function seven() {
  'use wrokflow';
}
async function eight() {
  'use\tstep';
}
async function fine() {
  'use cache';
  'use asm';
  'use memo';
}
export { one, two, three, four, five, six, seven, eight, fine };
