/** Finds parts of a build that the platform would refuse, or accept and never use. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { BuildOutput, OutputConfig, OutputFunction, Route } from './build-output.ts';
import { findTarget, routeRequest, toExpression } from './route-request.ts';

type Rule = [expected: string, isValid: (value: unknown) => boolean];
type Rules = Record<string, Rule>;

const TEXT: Rule = ['a text', (value) => typeof value === 'string' && value !== ''];
const FLAG: Rule = ['true or false', (value) => typeof value === 'boolean'];
const LIST: Rule = ['a list', Array.isArray];
const RECORD: Rule = ['an object of texts', isRecordOfTexts];
const STATUS: Rule = ['a status', (value) => Number.isInteger(value)];
const PATH: Rule = ['a path', (value) => typeof value === 'string' && value.startsWith('/')];

const CONFIG_RULES: Rules = {
  version: ['3', (value) => value === 3],
  framework: RECORD,
  routes: LIST,
  crons: LIST,
  overrides: ['an object', (value) => typeof value === 'object' && value !== null],
};
const HANDLE_RULES: Rules = { handle: ['a phase', (value) => PHASES.has(value)] };
const ROUTE_RULES: Rules = {
  src: ['an expression', isExpression],
  // With a slash at its beginning or without; that something is there is checked apart.
  dest: TEXT,
  status: STATUS,
  headers: RECORD,
  methods: LIST,
  has: LIST,
  missing: LIST,
  continue: FLAG,
  transforms: LIST,
};
const CRON_RULES: Rules = { path: PATH, schedule: ['five fields', isSchedule] };
const FUNCTION_RULES: Rules = {
  runtime: ['a version of Node.js', (value) => /^nodejs(?:20|22|24)\.x$/.test(String(value))],
  handler: TEXT,
  launcherType: ['"Nodejs"', (value) => value === 'Nodejs'],
  shouldAddHelpers: FLAG,
  shouldAddSourcemapSupport: FLAG,
  supportsResponseStreaming: FLAG,
  experimentalResponseStreaming: FLAG,
  framework: RECORD,
  maxDuration: ['"max" or seconds', (value) => value === 'max' || (Number.isInteger(value) && Number(value) > 0)],
  memory: ['megabytes', (value) => Number.isInteger(value)],
  regions: LIST,
  environment: RECORD,
};
const FUNCTION_NEEDS = ['runtime', 'handler', 'launcherType'];
const PHASES: ReadonlySet<unknown> = new Set(['filesystem', 'hit', 'miss', 'resource', 'rewrite', 'error']);

/** Checks a build. @returns The problems, in words; empty when the platform would accept the build. */
export function checkBuildOutput(output: BuildOutput): string[] {
  const functions = [...output.functions.values()].flatMap((each) => checkFunction(output, each));
  const config = checkConfig(output.config);
  // Requests can be routed only if the routes are valid.
  return [...functions, ...(config.length > 0 ? config : checkDestinations(output))];
}

/** Finds routes below `prefix` that come after the files, so that a page could answer first. */
export function routesBehindFiles({ config: { routes = [] } }: BuildOutput, prefix: string): string[] {
  const phase = routes.findIndex(({ handle }) => handle === 'filesystem');
  const isOurs = ({ dest }: Route): boolean => dest?.startsWith(prefix) === true;
  const ahead = new Set(
    routes
      .slice(0, phase)
      .filter(isOurs)
      .map(({ dest }) => dest),
  );
  return routes
    .slice(phase)
    .filter(isOurs)
    .flatMap(({ dest }) => (ahead.has(dest) ? [] : [dest!]));
}

function checkConfig(config: OutputConfig): string[] {
  const { routes = [], crons = [] } = config;
  const checkRoute = (route: Route): string[] =>
    check(`The route ${JSON.stringify(route)}`, route, 'handle' in route ? HANDLE_RULES : ROUTE_RULES);
  return [
    ...check('config.json', config, CONFIG_RULES, ['version']),
    ...routes.flatMap(checkRoute),
    ...crons.flatMap((cron) => check(`The cron ${JSON.stringify(cron)}`, cron, CRON_RULES, ['path', 'schedule'])),
  ];
}

function checkFunction(output: BuildOutput, { path, dir, realDir, config }: OutputFunction): string[] {
  const name = `The function ${path}`;
  const problems = check(name, config, FUNCTION_RULES, FUNCTION_NEEDS);
  if (!existsSync(join(realDir, String(config.handler)))) {
    problems.push(`${name} has no file ${String(config.handler)}.`);
  }
  const functionsDir = join(realpathSync(output.dir), 'functions');
  if (isOutside(functionsDir, realDir)) problems.push(`${name} leads out of the build: ${dir} → ${realDir}.`);
  return [
    ...problems,
    ...linksOutOf(realDir).map((link) => `${name} has a link to what it does not contain: ${link}.`),
  ];
}

function linksOutOf(dir: string): string[] {
  const links = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  return links.map((link) => join(link.parentPath, link.name)).filter((link) => isOutside(dir, realpathSync(link)));
}

/** Every target of a route or cron entry must exist. */
function checkDestinations(output: BuildOutput): string[] {
  const { routes = [], crons = [] } = output.config;
  const dests = routes.flatMap(({ dest }) => (dest === undefined || dest.includes('$') ? [] : [dest]));
  return [
    ...dests
      .filter((dest) => !findTarget(output, dest.replace(/\?.*$/, '')))
      .map((dest) => `A route leads to ${dest}, where there is neither a function nor a file.`),
    ...crons
      .filter(({ path }) => routeRequest(output, { method: 'GET', pathname: path }).target.kind !== 'function')
      .map(({ path }) => `A cron calls ${path}, which no function answers.`),
  ];
}

function check(what: string, value: object, rules: Rules, needed: string[] = []): string[] {
  const given = Object.entries(value).filter(([, field]) => field !== undefined);
  const missing = needed.filter((name) => !given.some(([found]) => found === name));
  return [
    ...missing.map((name) => `${what} has no "${name}".`),
    ...given.flatMap(([name, field]) => {
      const rule = rules[name];
      if (!rule) return [`${what} has an unknown field "${name}".`];
      const [expected, isValid] = rule;
      return isValid(field) ? [] : [`${what}: "${name}" is ${JSON.stringify(field)}, not ${expected}.`];
    }),
  ];
}

function isRecordOfTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}

function isExpression(value: unknown): boolean {
  try {
    return toExpression(value as string) instanceof RegExp;
  } catch {
    return false;
  }
}

function isSchedule(value: unknown): boolean {
  const fields = String(value).split(' ');
  return fields.length === 5 && fields.every((field) => /^(?:\*|\d+)(?:[-/,]\d+)*$/.test(field));
}

const isOutside = (dir: string, path: string): boolean => relative(dir, path).startsWith('..');
