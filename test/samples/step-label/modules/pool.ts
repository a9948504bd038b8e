import { cpus } from 'node:os';

export class Pool {
  size = cpus().length > 0 ? 1 : 0;
  isTransient = (error: unknown) => error instanceof TypeError;
}
