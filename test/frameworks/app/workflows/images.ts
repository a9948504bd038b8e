import { resize } from 'images';
import { noteEffect } from '../effects.ts';

/** Its second step uses a package that no machine can load. */
export async function showImage(name: string): Promise<string> {
  'use workflow';
  await upload(name);
  return await toThumbnail(name);
}

async function upload(name: string): Promise<void> {
  'use step';
  noteEffect(name);
}

async function toThumbnail(name: string): Promise<string> {
  'use step';
  return resize(name);
}
