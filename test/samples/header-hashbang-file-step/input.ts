#!/usr/bin/env -S node --import x
'use step';

export const run = async () => 'ran';
