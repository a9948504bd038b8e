/**
 * Packages that cannot work in workflow code and for which there is something better to say than "call it in a step".
 * All other packages are judged by what they use.
 */

/** Why a package cannot work in workflow code, as the end of "the package x, which …", and what to do instead. */
export interface UnsuitedPackage {
  why: string;
  instead: string;
}

const CONNECTS: UnsuitedPackage = {
  why: 'opens connections that no journal knows of',
  instead: `use the global fetch(), whose responses are recorded, or connect in a 'use step' function`,
};

const LOGS: UnsuitedPackage = {
  why: 'writes its lines again whenever the run is replayed',
  instead: `use console, which prints each line once, or log in a 'use step' function`,
};

const WAITS: UnsuitedPackage = {
  why: 'waits with timers, which end with the process',
  instead: 'call a step, which is retried by itself (set "maxRetries" on it), and wait with sleep() from "workflow"',
};

const VALIDATES: UnsuitedPackage = {
  why: 'makes code from text, which cannot be replayed',
  instead: `validate in a 'use step' function, or with a package that makes no code, such as @cfworker/json-schema or zod`,
};

const RENDERS: UnsuitedPackage = {
  why: 'makes code from templates, which cannot be replayed',
  instead: `render in a 'use step' function, or with a package that makes no code, such as liquidjs or mustache`,
};

const COMPUTES: UnsuitedPackage = {
  why: 'makes code from text, which cannot be replayed',
  instead: `call it in a 'use step' function, or take a package that makes no code, such as jsonata or mathjs`,
};

const CHANGES: UnsuitedPackage = {
  why: 'adds fields to built-in functions, which all runs share',
  instead: `use lodash, lodash-es, ramda or remeda, or call it in a 'use step' function`,
};

const GROUPS: readonly [UnsuitedPackage, names: string][] = [
  [
    CONNECTS,
    'axios cross-fetch got isomorphic-fetch isomorphic-ws needle node-fetch ofetch request superagent undici ws',
  ],
  [LOGS, 'bunyan log4js pino signale tslog winston'],
  [WAITS, 'async-retry bottleneck exponential-backoff p-retry p-throttle promise-retry retry'],
  [VALIDATES, 'ajv fast-json-stringify'],
  [RENDERS, '@messageformat/core art-template dot ejs eta handlebars nunjucks pug'],
  [COMPUTES, 'filtrex protobufjs'],
  [CHANGES, 'lodash/fp'],
];

const UNSUITED: ReadonlyMap<string, UnsuitedPackage> = new Map(
  GROUPS.flatMap(([unsuited, names]) => names.split(' ').map((name) => [name, unsuited] as const)),
);

/** @param name A package, or a folder in one, such as `lodash/fp`. @returns `null` for those that may work. */
export function unsuitedPackage(name: string): UnsuitedPackage | null {
  return UNSUITED.get(name) ?? null;
}
