/** All errors of this package, by the place in which people meet them. */
import { agentArea } from '../../agent/explanations/agent.ts';
import { agentChatArea } from '../../agent/explanations/chat.ts';
import { agentMcpArea } from '../../agent/explanations/mcp.ts';
import { agentModelsArea } from '../../agent/explanations/models.ts';
import { agentTestingArea } from '../../agent/explanations/testing.ts';
import { compilerArea } from '../../compiler/explanations/area.ts';
import { agentRulesArea } from '../../ts-plugin/explanations/agents.ts';
import { callsArea } from '../../ts-plugin/explanations/calls.ts';
import { dataArea } from '../../ts-plugin/explanations/data.ts';
import { functionsArea } from '../../ts-plugin/explanations/functions.ts';
import { sandboxArea } from '../../ts-plugin/explanations/sandbox.ts';
import { editorArea } from '../../ts-plugin/explanations/project.ts';
import type { Area } from '../../runtime/contract/explanation.ts';
import { dashboardArea } from '../../dashboard/explanations/dashboard.ts';
import { astroArea, nextArea, sveltekitArea } from '../../integrations/explanations/frameworks.ts';
import { integrationArea, platformArea, serverArea } from '../../integrations/explanations/integrations.ts';
import { nestArea } from '../../integrations/explanations/nest.ts';
import { runtimeAreas } from '../../runtime/explanations/areas.ts';
import { valuesArea } from '../../runtime/explanations/values.ts';
import { worldArea } from '../../runtime/explanations/world.ts';
import { editorSetupArea } from '../explanations/editor-setup.ts';
import { programArea } from '../explanations/program.ts';

/**
 * In the order of the index. A new catalogue gets an area in the `explanations` of its folder and a line here; without
 * them scripts/error-pages.test.ts fails.
 */
export const AREAS: readonly Area[] = [
  compilerArea,
  callsArea,
  sandboxArea,
  functionsArea,
  dataArea,
  agentRulesArea,
  editorArea,
  ...runtimeAreas,
  valuesArea,
  worldArea,
  agentArea,
  agentModelsArea,
  agentChatArea,
  agentMcpArea,
  agentTestingArea,
  integrationArea,
  serverArea,
  nextArea,
  nestArea,
  sveltekitArea,
  astroArea,
  platformArea,
  dashboardArea,
  programArea,
  editorSetupArea,
];

/** The area of a code; `null`: there is no such code. */
export function findArea(code: string): Area | null {
  return AREAS.find(({ errors }) => errors.some((error) => error.code === code)) ?? null;
}

/** The file of an area in `docs/errors`, made from its title: `compiler.md` for "The compiler". */
export function pageOf({ title }: Area): string {
  const words = title
    .toLowerCase()
    .replace(/^the /, '')
    .match(/[a-z]+/g)!;
  return `${words.join('-')}.md`;
}
