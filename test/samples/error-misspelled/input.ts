export async function one() {
  'Use Workflow';
}
async function two() {
  'use setp';
}
async function three() {
  "use-step";
}
async function four() {
  'use\x20step';
}
async function five() {
  ' use steps';
  'use strict';
  'use client';
}
async function six() {
  'use step';
}
