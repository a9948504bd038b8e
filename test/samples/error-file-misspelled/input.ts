'use steps';

export async function run() {}
